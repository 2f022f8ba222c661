import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeImportPlace, type ImportPlace } from "./import.fixture.ts";

let at: ImportPlace;

beforeEach(async () => void (at = await makeImportPlace()));

/** All files of daybook's, but for what says when something was looked at. */
async function kept(): Promise<Record<string, string>> {
  const folder = join(at.person, ".agent");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = paths.toSorted().map(async (path) => [path, await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

const memory = "---\nname: a\ndescription: when it matters\ntype: project\n---\nBody of a.\n";
const mixes = {
  English: {
    index:
      "# Memory\nOne line for each file.\n\n- [a](project_a.md) — x\n- [gone](missing.md) — was here\n\n## Build\nRun `make ship` from the root.\n\n| host | role |\n|---|---|\n| h1 | db |\n\n- use pnpm\n",
    notes:
      "# Memory\n\n## Build\nRun `make ship` from the root.\n\n| host | role |\n|---|---|\n| h1 | db |\n\n- use pnpm\n",
    explained: 2,
    missing: 5,
    bullets: "- use pnpm\n",
  },
  Chinese: {
    index:
      "# 记忆\n\n每行一个文件。\n\n- [甲](project_a.md) — 说明\n- [旧](missing.md) — 已删除\n\n## 构建\n从根目录运行 `make ship`。\n\n- 使用 pnpm\n",
    notes: "# 记忆\n\n## 构建\n从根目录运行 `make ship`。\n\n- 使用 pnpm\n",
    explained: 3,
    missing: 6,
    bullets: "- 使用 pnpm\n",
  },
};

describe.each(Object.entries(mixes))("a MEMORY.md of entries, prose and tables in %s", (_language, mix) => {
  const skipped = [
    { file: "missing.md", reason: `line ${mix.missing} of MEMORY.md names it, and it is not there` },
    { file: "MEMORY.md", reason: `line ${mix.explained} tells what its list is; all else of it comes` },
  ];

  beforeEach(async () => {
    await at.write("notes/project_a.md", memory);
    await at.write("notes/MEMORY.md", mix.index);
  });

  it("comes whole, says what does not, and comes once", async () => {
    const planned = await at.bring("notes", true);
    const report = await at.bring("notes");
    expect(report).toEqual(planned);
    expect(report.imported.map(({ id }) => id)).toEqual(["project/project_a", "project/notes-from-memory"]);
    expect(report.skipped).toEqual(skipped);
    const { store } = await at.book();
    expect((await store.read("project/notes-from-memory")).body).toBe(mix.notes);
    const before = await kept();
    const again = await at.bring("notes");
    expect(again).toMatchObject({ imported: [], skipped });
    expect(again.already.map(({ isChanged }) => isChanged)).toEqual([false, false]);
    expect(await kept()).toEqual(before);
  });

  it("adds nothing where only its bullets came before", async () => {
    await at.write("earlier/MEMORY.md", mix.bullets);
    await at.bring("earlier");
    const expected = [{ file: "MEMORY.md", id: "project/notes-from-memory", isChanged: true }];
    for (const isPreview of [true, false]) {
      const { imported, already } = await at.bring("notes", isPreview);
      expect(imported.map(({ file }) => file)).toEqual(["project_a.md"]);
      expect(already).toEqual(expected);
    }
    const before = await kept();
    expect((await at.bring("notes")).imported).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  it("adds nothing where all that came was written anew or deleted", async () => {
    await at.bring("notes");
    const { store } = await at.book();
    const slug = "notes-from-memory";
    await store.save({ slug, body: "Mine.\n", source: "user" });
    expect(await at.bring("notes")).toMatchObject({
      imported: [],
      already: [{ isChanged: false }, { id: `project/${slug}`, isChanged: true }],
    });
    await store.remove(slug, { source: "user" });
    const { imported, skipped: left } = await at.bring("notes");
    expect(imported).toEqual([]);
    expect(left).toContainEqual({
      file: "MEMORY.md",
      reason: "it was imported before and deleted here since",
    });
  });
});

describe("what an index names", () => {
  it("is there under a name of another case, and not missing where it was skipped for a reason", async () => {
    await at.write("notes/Project_A.md", memory);
    await at.write("notes/report.md", "---\nname: r\ntype: report\n---\nx\n");
    await at.write("notes/MEMORY.md", "- [a](project_a.md)\n- [r](report.md)\n");
    const { imported, skipped } = await at.bring("notes");
    expect(imported.map(({ file }) => file)).toEqual(["Project_A.md"]);
    expect(skipped.map(({ file }) => file)).toEqual(["report.md"]);
  });

  it("is not said where the name holds a secret, of whatever kind of file", async () => {
    const name = ["xoxb", "123456789012", "123456789012", "abcdefghijklmnopqrstuvwx"].join("-");
    await at.write("notes/project_a.md", memory);
    await at.write(`notes/${name}.txt`, "x");
    await at.write(`notes/${name}-2.md`, "no header\n");
    await at.write("notes/MEMORY.md", `- [a](project_a.md)\n- [b](${name}-3.md)\n`);
    const { skipped } = await at.bring("notes");
    expect(skipped.map(({ file }) => file)).toEqual(["xoxb…", "xoxb….md", "xoxb….md"]);
  });
});

describe("two notebooks that begin alike", () => {
  it("both come, each once", async () => {
    const facts = (of: string): string =>
      Array.from({ length: 6 }, (_, number) => `- ${of} ${number}\n`).join("");
    await at.write("one/MEMORY.md", `Facts of the project.\n${facts("shop")}`);
    await at.write("two/MEMORY.md", `Facts of the project.\n${facts("cellar")}`);
    for (const folder of ["one", "two"]) expect((await at.bring(folder)).imported).toHaveLength(1);
    for (const folder of ["one", "two"]) expect((await at.bring(folder)).already).toHaveLength(1);
  });
});
