import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { claudeFolderName } from "../memory/index.ts";
import { openBook, type Book } from "./book.ts";
import type { Host } from "./host.ts";
import { importMemories, type ImportReport } from "./import-memories.ts";

let person: string;
let project: string;
let time = Date.parse("2026-11-30T10:00:00Z");

beforeEach(async () => {
  person = await realpath(await mkdtemp(join(tmpdir(), "daybook-import-")));
  project = join(person, "my_shop");
  await mkdir(join(project, ".git"), { recursive: true });
});

async function book(cwd = project): Promise<Book> {
  const host = {
    env: {},
    platform: "linux",
    userHome: person,
    // Which change is the last is told by its time.
    now: () => new Date((time += 1)),
    cwd: () => cwd,
  } as unknown as Host;
  return openBook(host);
}

async function bring(from = "claude-code", { preview = false, cwd = project } = {}): Promise<ImportReport> {
  return importMemories(await book(cwd), { from, preview });
}

async function failure(work: Promise<unknown>): Promise<DaybookError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (DaybookError.isInstance(error)) return error;
  throw new Error("It did not fail.", { cause: error });
}

async function write(path: string, text: string | Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

function claude(...parts: string[]): string {
  return join(person, ".claude", "projects", claudeFolderName(project).name, ...parts);
}

function file(name: string, { type = "feedback", body = `Body of ${name}.\n`, more = "" } = {}): string {
  return `---\nname: ${name}\ndescription: when ${name} matters\ntype: ${type}\n${more}---\n${body}`;
}

async function picture(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = files
    .toSorted()
    .map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

describe("importMemories", () => {
  it("copies Claude Code's memories, scoped by type, in the order of its index; twice adds nothing", async () => {
    await write(
      claude("memory", "MEMORY.md"),
      "# Memory\n- [b](feedback_b.md) — first\n- [a](feedback_a.md) — second\n",
    );
    await write(claude("memory", "feedback_a.md"), file("a"));
    await write(
      claude("memory", "feedback_b.md"),
      file("b", { more: "extra: kept # so\noriginSessionId: s-1\n" }),
    );
    await write(claude("memory", "project_c.md"), file("c", { type: "project" }));
    await write(claude("s.jsonl"), `{"type":"user","cwd":${JSON.stringify(project)}}\n`);
    const before = await picture(join(person, ".claude"));
    const planned = await bring("claude-code", { preview: true });
    expect(planned.imported.map(({ id }) => id)).toEqual([
      "user/feedback_b",
      "user/feedback_a",
      "project/project_c",
    ]);
    expect(await picture(join(person, ".agent"))).toEqual({});
    const report = await bring();
    expect(report).toMatchObject({ imported: planned.imported, already: [], skipped: [] });
    const { store } = await book();
    const { views } = await store.indexes();
    expect(views[0]?.text).toBe(
      "- [b](feedback_b.md) — when b matters\n- [a](feedback_a.md) — when a matters",
    );
    expect(await store.read("user/feedback_b")).toMatchObject({
      source: "imported",
      session: "s-1",
      body: "Body of b.\n",
    });
    expect(await readFile(join(person, ".agent/memory/feedback_b.md"), "utf8")).toContain(
      "extra: kept # so\n",
    );
    const kept = await picture(join(person, ".agent"));
    const again = await bring();
    expect(again.imported).toEqual([]);
    expect(again.already.map(({ id, isChanged }) => [id, isChanged])).toEqual([
      ["user/feedback_b", false],
      ["user/feedback_a", false],
      ["project/project_c", false],
    ]);
    expect(await picture(join(person, ".agent"))).toEqual(kept);
    expect(await picture(join(person, ".claude"))).toEqual(before);
    await store.undo({ source: "user" });
    expect((await store.list()).memories.map(({ id }) => id)).not.toContain("user/feedback_b");
  });

  it("leaves what was changed, renamed or deleted here since", async () => {
    for (const name of ["a", "b", "c"])
      await write(
        claude("memory", `feedback_${name}.md`),
        file(name, { more: `originSessionId: ${name}\n` }),
      );
    await bring();
    const { store } = await book();
    await store.save({ slug: "feedback_a", body: "Mine.\n", source: "user" });
    await store.save({ slug: "feedback_b", name: "bee", source: "user" });
    await store.remove("feedback_c", { source: "user" });
    const kept = await picture(join(person, ".agent"));
    const again = await bring();
    expect(again).toMatchObject({
      imported: [],
      already: [
        { id: "user/feedback_a", isChanged: true },
        { id: "user/feedback_b", isChanged: true },
      ],
      skipped: [{ file: "feedback_c.md", reason: expect.stringContaining("deleted here") as string }],
    });
    expect(await picture(join(person, ".agent"))).toEqual(kept);
  });

  it("says of each file why it did not come", async () => {
    const folder = join(person, "notes");
    await write(join(folder, "secret.md"), file("secret", { body: `key: AKIA${"QWERTYUIOPASDFGH"}\n` }));
    await write(join(folder, "report.md"), file("report", { type: "report" }));
    await write(join(folder, "binary.md"), Buffer.from([0x2d, 0xff, 0xfe]));
    await write(join(folder, "one.md"), file("same name"));
    await write(join(folder, "two.md"), file("same name", { body: "Other.\n" }));
    await write(join(folder, "notes.txt"), "x");
    await write(join(folder, "team", "x.md"), file("x"));
    await write(join(person, "outside.md"), file("outside"));
    await symlink("../outside.md", join(folder, "link.md"));
    execFileSync("mkfifo", [join(folder, "pipe.md")]);
    await write(join(folder, "MEMORY.md"), "# Notes\n\nThe port is 8080.\n");
    const { imported, skipped } = await bring("../notes");
    expect(imported.map(({ id, file: from }) => [from, id])).toEqual([
      ["one.md", "user/one"],
      ["MEMORY.md", "project/notes-from-memory"],
    ]);
    const reasons = Object.fromEntries(skipped.map((each) => [each.file, each.reason]));
    expect(Object.keys(reasons).toSorted()).toEqual([
      "binary.md",
      "link.md",
      "notes.txt",
      "pipe.md",
      "report.md",
      "secret.md",
      "team",
      "two.md",
    ]);
    expect(reasons["secret.md"]).toContain("secret");
    expect(reasons["link.md"]).toContain("leads out");
    expect(reasons["pipe.md"]).toContain("no plain file");
    expect(reasons["binary.md"]).toContain("UTF-8");
    expect(reasons["two.md"]).toContain("one.md");
    expect(JSON.stringify(await picture(join(person, ".agent")))).not.toContain("QWERTYUIOP");
  });

  it("never takes the place of a memory of another name", async () => {
    const { store } = await book();
    await store.save({
      name: "mine",
      slug: "tests",
      description: "d",
      type: "feedback",
      body: "Mine.\n",
      source: "user",
    });
    await write(join(person, "notes", "tests.md"), file("how to test"));
    const { imported } = await bring("~/notes");
    expect(imported[0]?.id).toBe("user/how-to-test");
    expect((await store.read("user/tests")).body).toBe("Mine.\n");
  });

  it("finds memories one folder down", async () => {
    await write(join(person, "notes", "memory", "a.md"), file("a"));
    expect((await bring("../notes")).imported).toHaveLength(1);
    expect((await failure(bring("../nowhere"))).message).toContain(join(person, "nowhere"));
  });
});

describe("KEY-06: importing from the right folder", () => {
  it("names the folder it looked for", async () => {
    await write(join(person, ".claude/projects/-srv-my-shop/memory/a.md"), file("a"));
    const error = await failure(bring());
    expect(error.code).toBe("not-found");
    expect(error.message).toContain(claude("memory"));
  });

  it("takes nothing of another path whose folder has the same name", async () => {
    await write(claude("memory", "feedback_a.md"), file("a"));
    await write(claude("s.jsonl"), `{"type":"user","cwd":"${join(person, "my-shop")}"}\n`);
    const { message } = await failure(bring());
    expect(message).toContain(`it belongs to ${join(person, "my-shop")}`);
    expect(message).not.toContain("It has projects named");
    await write(`${claude().slice(0, -1)}q/memory/a.md`, file("a"));
    expect((await failure(bring())).message).toContain(
      `projects named ${claudeFolderName(project).name.slice(0, -1)}q:`,
    );
  });

  it("says that a folder is there and holds nothing", async () => {
    await mkdir(claude("memory"), { recursive: true });
    expect((await failure(bring())).message).toContain(`${claude("memory")} (it holds no Markdown memories)`);
    await write(claude("memory", "binary.md"), Buffer.from([0xff]));
    expect((await bring()).skipped).toHaveLength(1);
  });

  it("finds the folder of a long path by its beginning", async () => {
    project = join(person, "d".repeat(120), "e".repeat(120));
    await mkdir(join(project, ".git"), { recursive: true });
    const { name } = claudeFolderName(project);
    const folder = join(person, ".claude", "projects");
    await write(join(folder, `${name}abc123`, "memory", "a.md"), file("a"));
    expect((await bring()).imported).toHaveLength(1);
    await write(join(folder, `${name}zzz`, "memory", "b.md"), file("b"));
    await write(join(folder, `${name}zzz`, "s.jsonl"), `{"cwd":${JSON.stringify(join(project, "src"))}}\n`);
    const second = await bring();
    expect(second.imported.map(({ file: from }) => from)).toEqual(["b.md"]);
    expect(second.looked.map(({ problem }) => problem)).toEqual([expect.stringContaining("cut"), null]);
  });
});
