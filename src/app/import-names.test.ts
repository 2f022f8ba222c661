import { mkdir, mkdtemp, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBook, type Book } from "./book.ts";
import type { Host } from "./host.ts";
import { importMemories, type ImportReport } from "./import-memories.ts";

let person: string;

beforeEach(async () => {
  person = await realpath(await mkdtemp(join(tmpdir(), "daybook-import-")));
  await mkdir(join(person, "shop", ".git"), { recursive: true });
});

async function book(): Promise<Book> {
  const now = (): Date => new Date("2026-11-30T10:00:00Z");
  const host = { env: {}, platform: "linux", userHome: person, now, cwd: () => join(person, "shop") };
  return openBook(host as unknown as Host);
}

async function bring(folder: string, preview = false): Promise<ImportReport> {
  return importMemories(await book(), { from: join(person, folder), preview });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(person, path)), { recursive: true });
  await writeFile(join(person, path), text);
}

function file(name: string, body = `Body of ${name}.\n`): string {
  return `---\nname: ${name}\ndescription: when it matters\ntype: feedback\n---\n${body}`;
}

const secret = `key: AKIA${"QWERTYUIOPASDFGH"}\n`;

describe("two files of one name", () => {
  it.each([
    ["a.md", "b.md"],
    ["b.md", "a.md"],
  ])("are one memory, and a secret in %s keeps %s from nothing", async (bad, good) => {
    await write(`notes/${bad}`, file("same", secret));
    await write(`notes/${good}`, file("same"));
    for (const preview of [true, false]) {
      const { imported, skipped } = await bring("notes", preview);
      expect(imported.map((each) => each.file)).toEqual([good]);
      expect(skipped).toEqual([{ file: bad, reason: expect.stringContaining("secret") as string }]);
    }
  });

  it("go by the other agent's index: its first one comes", async () => {
    await write("notes/MEMORY.md", "- [b](b.md) — x\n- [a](a.md) — y\n");
    for (const stem of ["a", "b"]) await write(`notes/${stem}.md`, file("same", `From ${stem}.\n`));
    const { imported, skipped } = await bring("notes");
    expect(imported.map((each) => each.file)).toEqual(["b.md"]);
    expect(skipped).toEqual([{ file: "a.md", reason: "it has the name of b.md, which stands for both" }]);
  });

  it("in two imports at once come once", async () => {
    for (let number = 0; number < 6; number += 1) await write(`notes/${number}.md`, file(`n${number}`));
    const reports = await Promise.all([bring("notes"), bring("notes")]);
    expect(reports.flatMap(({ imported }) => imported)).toHaveLength(6);
    expect(reports.flatMap(({ already }) => already.map(({ isChanged }) => isChanged))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    const files = await readdir(join(person, ".agent", "memory"));
    expect(files.filter((name) => name.endsWith(".md") && name !== "MEMORY.md")).toHaveLength(6);
  });
});

describe("a name that holds a secret", () => {
  it("is neither kept nor said", async () => {
    const name = ["xoxb", "123456789012", "123456789012", "abcdefghijklmnopqrstuvwx"].join("-");
    await write(`notes/${name}.md`, file("slack"));
    const { imported, skipped } = await bring("notes");
    expect(imported).toEqual([]);
    expect(skipped).toEqual([
      { file: "xoxb….md", reason: expect.stringContaining("its name holds a secret") as string },
    ]);
  });
});

describe("a second notebook", () => {
  it("comes under the name of its folder, and each only once", async () => {
    await write("one/MEMORY.md", "# Notes\n\nThe port is 8080.\n");
    await write("two/MEMORY.md", "# Notes\n\nAsk Ana first.\n");
    expect((await bring("one")).imported[0]?.id).toBe("project/notes-from-memory");
    const { imported } = await bring("two");
    expect(imported).toHaveLength(1);
    const { store } = await book();
    const read = await store.read(imported[0]?.id ?? "");
    expect(read.name).toMatch(/^notes from MEMORY in daybook-import-\w+\/two$/);
    expect(read.body).toContain("Ask Ana first.");
    await write("one/MEMORY.md", "# Notes\n\nThe port is 8080.\nThe host is local.\n");
    for (const folder of ["one", "two"]) expect((await bring(folder)).already).toHaveLength(1);
    expect((await store.list()).memories).toHaveLength(2);
  });
});
