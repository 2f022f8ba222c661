import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeImportPlace, type ImportPlace } from "./import.fixture.ts";

let at: ImportPlace;

beforeEach(async () => void (at = await makeImportPlace()));

function file(name: string, body = `Body of ${name}.\n`): string {
  return `---\nname: ${name}\ndescription: when it matters\ntype: feedback\n---\n${body}`;
}

const secret = `key: AKIA${"QWERTYUIOPASDFGH"}\n`;

describe("two files of one name", () => {
  it.each([
    ["a.md", "b.md"],
    ["b.md", "a.md"],
  ])("are one memory, and a secret in %s keeps %s from nothing", async (bad, good) => {
    await at.write(`notes/${bad}`, file("same", secret));
    await at.write(`notes/${good}`, file("same"));
    for (const preview of [true, false]) {
      const { imported, skipped } = await at.bring("notes", preview);
      expect(imported.map((each) => each.file)).toEqual([good]);
      expect(skipped).toEqual([{ file: bad, reason: expect.stringContaining("secret") as string }]);
    }
  });

  it("go by the other agent's index: its first one comes", async () => {
    await at.write("notes/MEMORY.md", "- [b](b.md) — x\n- [a](a.md) — y\n");
    for (const stem of ["a", "b"]) await at.write(`notes/${stem}.md`, file("same", `From ${stem}.\n`));
    const { imported, skipped } = await at.bring("notes");
    expect(imported.map((each) => each.file)).toEqual(["b.md"]);
    expect(skipped).toEqual([{ file: "a.md", reason: "it has the name of b.md, which stands for both" }]);
  });

  it("in two imports at once come once", async () => {
    for (let number = 0; number < 6; number += 1) await at.write(`notes/${number}.md`, file(`n${number}`));
    const reports = await Promise.all([at.bring("notes"), at.bring("notes")]);
    expect(reports.flatMap(({ imported }) => imported)).toHaveLength(6);
    expect(reports.flatMap(({ already }) => already.map(({ isChanged }) => isChanged))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    const files = await readdir(join(at.person, ".agent", "memory"));
    expect(files.filter((name) => name.endsWith(".md") && name !== "MEMORY.md")).toHaveLength(6);
  });
});

describe("a name that holds a secret", () => {
  it("is neither kept nor said", async () => {
    const name = ["xoxb", "123456789012", "123456789012", "abcdefghijklmnopqrstuvwx"].join("-");
    await at.write(`notes/${name}.md`, file("slack"));
    const { imported, skipped } = await at.bring("notes");
    expect(imported).toEqual([]);
    expect(skipped).toEqual([
      { file: "xoxb….md", reason: expect.stringContaining("its name holds a secret") as string },
    ]);
  });
});

describe("a second notebook", () => {
  it("comes under the name of its folder, and each only once", async () => {
    await at.write("one/MEMORY.md", "# Notes\n\nThe port is 8080.\n");
    await at.write("two/MEMORY.md", "# Notes\n\nAsk Ana first.\n");
    expect((await at.bring("one")).imported[0]?.id).toBe("project/notes-from-memory");
    const { imported } = await at.bring("two");
    expect(imported).toHaveLength(1);
    const { store } = await at.book();
    const read = await store.read(imported[0]?.id ?? "");
    expect(read.name).toMatch(/^notes from MEMORY in daybook-import-\w+\/two$/);
    expect(read.body).toContain("Ask Ana first.");
    await at.write("one/MEMORY.md", "# Notes\n\nThe port is 8080.\nThe host is local.\n");
    for (const folder of ["one", "two"]) expect((await at.bring(folder)).already).toHaveLength(1);
    expect((await store.list()).memories).toHaveLength(2);
  });
});
