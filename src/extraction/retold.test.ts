import { describe, expect, it } from "vitest";
import { openNotes, turnOf, verdict } from "./judged.fixture.ts";
import type { MemoryType } from "../memory/index.ts";
import { retellingOf } from "./retold.ts";

function isRetold(person: string, body: string, injected: string, type: MemoryType = "project"): boolean {
  const note = { op: "create" as const, type, name: "note", description: "note", body, quote: "" };
  return retellingOf(note, null, turnOf(person, { injected: [injected] })) === "theirs";
}

describe("what a tool told", () => {
  it.each([
    ["please read notes.txt", "The codename is Zanzibar, port 5433.", "codename: Zanzibar\nport: 5433"],
    ["请读 notes.txt", "项目代号是金丝雀。", "代号：金丝雀"],
    ["read it", "コードネームはカナリア。", "コードネームはカナリア"],
    ["lies notes.txt", "Der Codename lautet Sansibar.", "Codename = Sansibar"],
    ["read it", "The build runs on quokka with Bazel.", `${"{} ".repeat(90)}build: bazel, host: quokka`],
  ])("stays the tool's in other words: %j, %j", (person, body, output) => {
    expect(isRetold(person, body, output)).toBe(true);
  });

  it.each([
    ["what is the codename?", "The codename is Zanzibar.", "codename: zanzibar"],
    ["which port does the database listen on?", "The database listens on port 5433.", "database port=5433"],
    ["who owns the payments service?", "Mara owns the payments service.", "payments service: owned by mara"],
    ["数据库端口是多少？", "数据库端口是 5433。", "数据库 端口=5433"],
    ["Was ist der Codename?", "Der Codename ist Sansibar.", "codename = sansibar"],
  ])("is an answer to what the person asked, not their word: %j, %j", (person, body, output) => {
    expect(isRetold(person, body, output)).toBe(true);
  });

  it("is the person's where they say it", () => {
    const output = "deploy to fly\nfrom the main branch";
    expect(isRetold("we deploy to fly from the main branch", "Deploys go to fly from main.", output)).toBe(
      false,
    );
    expect(isRetold("no, use uv here", "Use uv, not pip.", "Use uv for installs", "feedback")).toBe(false);
    const port = "The staging port is 5433.";
    expect(isRetold("remember that the port of staging is 5433", port, "staging:\n  port: 5433")).toBe(false);
    const listens = "Staging listens on port 5433.";
    expect(isRetold("remember: staging has the port 5433", listens, "staging listens on port 5433")).toBe(
      false,
    );
    const rule = "Run the tests against the staging database, Postgres.";
    const run = "always run the tests against the staging database";
    expect(isRetold(run, rule, "tests: staging database, postgres", "feedback")).toBe(false);
  });

  it("is no matter where its words stand far apart", () => {
    const apart = ["cache", "warm", "minutes"].join(` ${"x ".repeat(50)}`);
    expect(isRetold("how long?", "A warm cache takes minutes.", apart)).toBe(false);
    expect(isRetold("how long?", "A warm cache takes minutes.", apart.replaceAll("x ", ""))).toBe(true);
  });
});

const readme =
  "# Shop\nThe shop runs on Kubernetes in Frankfurt. Deploys go out on Tuesdays by the platform team. The database is PostgreSQL 15 on db1.corp.example.";
const manifest = '{ "name": "shop", "version": "3.2.0", "packageManager": "pnpm@9.1.0", "engines": ">=20" }';
const translated = "Die Datenbank ist PostgreSQL 15 auf db1.\n数据库是 PostgreSQL 15。";
const issue = "Safari: login times out after 20 minutes. Reported by Mona.";

async function fateOf(person: string, body: string, ...injected: string[]): Promise<string> {
  const { judge } = await openNotes();
  const note = { op: "create", type: "project", name: "note", description: "about it", body, quote: person };
  return verdict((await judge(turnOf(person, { injected }), [note]))[0]);
}

describe("what a tool told and the person sets right", () => {
  it.each([
    ["we moved to Postgres 16 last week, the readme is out of date", "The database is PostgreSQL 16."],
    ["we moved to Postgres 16 last week", "The database is PostgreSQL 16; the README still says 15."],
    ["that's wrong: the shop moved to Dublin", "The shop runs in Dublin, no longer in Frankfurt."],
    ["it's dublin by now", "The shop runs on Kubernetes in Dublin."],
    ["the db host is db2 now", "The database host is db2.corp.example."],
    ["the db host is db2 now", "The database host is db2, no longer db1.corp.example."],
    ["no, we are on pnpm 10 by now", "The project uses pnpm 10; package.json still names pnpm 9.1.0."],
    ["Falsch, die Datenbank ist jetzt PostgreSQL 17", "Die Datenbank ist PostgreSQL 17, nicht 15."],
    ["没有了，现在是 MySQL 8", "数据库是 MySQL 8，不是 PostgreSQL 15。"],
  ])("waits for them: %j, %j", async (person, body) => {
    expect(await fateOf(person, body, readme, manifest, translated)).toBe("inbox: repeats-injected");
  });

  it.each([
    ["what does issue 42 say?", "Issue 42: the login of Safari times out after 20 minutes.", issue],
    ["tell me what issue 42 is about", "Issue 42: the login of Safari times out after 20 minutes.", issue],
    ["summarise issue 42", "Issue 42: the login of Safari times out after 20 minutes.", issue],
    ["is it still PostgreSQL 16?", "The database is PostgreSQL 15, not 16, on db1.", readme],
    ["thanks, now look at the database", "The database is PostgreSQL 15.", readme],
  ])("is not their question or order: %j, %j", async (person, body, output) => {
    expect(await fateOf(person, body, output)).toBe("nowhere: repeats-injected");
  });

  it("is no correction where a text that tells it holds their value, nor where a long passage comes along", async () => {
    const person = "we moved to Postgres 16 last week";
    const recalled = "database: PostgreSQL 16";
    const body = "The database is PostgreSQL 16.";
    expect(await fateOf(person, body, readme, recalled)).toBe("nowhere: repeats-injected");
    const passage = `${body} Deploys go out on Tuesdays by the platform team.`;
    expect(await fateOf(person, passage, readme)).toBe("nowhere: repeats-injected");
  });
});
