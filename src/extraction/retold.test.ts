import { describe, expect, it } from "vitest";
import { turnOf } from "./judged.fixture.ts";
import type { MemoryType } from "../memory/index.ts";
import { retellsInjected } from "./retold.ts";

function isRetold(person: string, body: string, injected: string, type: MemoryType = "project"): boolean {
  const note = { op: "create" as const, type, name: "note", description: "note", body, quote: "" };
  return retellsInjected(note, null, turnOf(person, { injected: [injected] }));
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
