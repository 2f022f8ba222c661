import { execFileSync } from "node:child_process";
import { mkdir, realpath, symlink, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGlobTool } from "./glob-tool.ts";
import { createGrepTool } from "./grep-tool.ts";
import { createPermissions } from "./permissions.ts";
import { call, createWorkspace, type Workspace } from "./workspace.fixture.ts";

async function repository(): Promise<Workspace> {
  const space = await createWorkspace({ git: true });
  await space.put({
    "project/.gitignore": "dist/\n*.log\n",
    "project/src/a.ts": "export const alpha = 1;\nexport const beta = 2;\n",
    "project/src/deep/数据.ts": "// alpha 数据\n",
    "project/dist/out.ts": "alpha\n",
    "project/debug.log": "alpha\n",
    "project/image.png": Buffer.from([0x89, 0, 1, 0x61]),
    "outside.txt": "alpha outside\n",
  });
  space.git("add", "-A");
  await space.put({ "project/src/new.ts": "let alpha;\n" });
  return space;
}

const glob = (space: Workspace, input: unknown, options = {}) =>
  call(createGlobTool(space.options), input, options);
const grep = (space: Workspace, input: unknown, options = {}) =>
  call(createGrepTool(space.options), input, options);

describe("Glob", () => {
  it("finds tracked and new files, newest first, without what git ignores", async () => {
    const space = await repository();
    await utimes(join(space.project, "src/deep/数据.ts"), 2e9, 2e9);
    await utimes(join(space.project, "src/new.ts"), 1.9e9, 1.9e9);
    expect((await glob(space, { pattern: "**/*.ts" })).content).toBe(
      "src/deep/数据.ts\nsrc/new.ts\nsrc/a.ts",
    );
    expect((await glob(space, { pattern: "*.ts", path: "src/deep" })).content).toBe("src/deep/数据.ts");
    expect((await glob(space, { pattern: `${space.project}/src/*.ts` })).content).toBe(
      "src/new.ts\nsrc/a.ts",
    );
    expect((await glob(space, { pattern: `${space.project}/src/a.ts` })).content).toBe("src/a.ts");
    expect((await glob(space, { pattern: "*.rs" })).content).toBe("(no file matches)");
  });

  it("knows deleted files, ignored folders that are named, and nested repositories", async () => {
    const space = await repository();
    await unlink(join(space.project, "src/a.ts"));
    expect((await glob(space, { pattern: "a.ts" })).content).toBe("(no file matches)");
    expect((await glob(space, { pattern: "*.ts", path: "dist" })).content).toBe("dist/out.ts");
    await space.put({ "project/vendor/lib/x.c": "" });
    execFileSync("git", ["init", "-q", join(space.project, "vendor/lib")]);
    expect((await glob(space, { pattern: "*.c" })).content).toBe("vendor/lib/x.c");
  });

  it("works without git, past node_modules, and not through links", async () => {
    const space = await createWorkspace();
    await space.put({ "project/a.js": "", "project/node_modules/x/b.js": "", "elsewhere/c.js": "" });
    await symlink(join(space.folder, "elsewhere"), join(space.project, "up"));
    expect((await glob(space, { pattern: "*.js" })).content).toBe("a.js");
    expect((await glob(space, { pattern: "*.js", path: "node_modules/x" })).content).toBe(
      "node_modules/x/b.js",
    );
  });

  it("asks before it looks outside, and says what is no folder", async () => {
    const space = await repository();
    expect(await glob(space, { pattern: "*", path: ".." })).toMatchObject({
      isError: true,
      asked: { tool: "Glob" },
    });
    expect((await glob(space, { pattern: "*.txt", path: ".." }, { answer: "allow" })).content).toContain(
      "outside.txt",
    );
    expect((await glob(space, { pattern: "*", path: "nowhere" })).content).toContain("does not exist");
    expect((await glob(space, { pattern: "*", path: "src/a.ts" })).content).toContain("is a file");
    expect((await glob(space, {})).content).toContain("the pattern is empty");
  });

  it("shows of daybook's home inside the project only memories", async () => {
    const space = await createWorkspace();
    await space.put({ "project/.agent/daybook.json": "{}", "project/.agent/memory/fact.md": "a fact\n" });
    const home = join(space.project, ".agent");
    const inner = { ...space, options: { ...space.options, home, memoryFolders: [join(home, "memory")] } };
    expect((await glob(inner, { pattern: "*" })).content).toBe(".agent/memory/fact.md");
    expect((await grep(inner, { pattern: "." })).content).toBe(".agent/memory/fact.md:1:a fact");
  });
});

describe("Grep", () => {
  it("finds lines, files and counts", async () => {
    const space = await repository();
    expect((await grep(space, { pattern: "alpha" })).content).toBe(
      "src/a.ts:1:export const alpha = 1;\nsrc/deep/数据.ts:1:// alpha 数据\nsrc/new.ts:1:let alpha;",
    );
    expect((await grep(space, { pattern: "const", output_mode: "count" })).content).toBe("src/a.ts:2");
    expect(
      (await grep(space, { pattern: "ALPHA", ignore_case: true, output_mode: "files_with_matches" })).content,
    ).toBe("src/a.ts\nsrc/deep/数据.ts\nsrc/new.ts");
    expect((await grep(space, { pattern: "(?i)BETA\\b" })).content).toContain("src/a.ts:2:");
    expect((await grep(space, { pattern: "alpha", glob: "**/deep/*" })).content).toBe(
      "src/deep/数据.ts:1:// alpha 数据",
    );
    expect((await grep(space, { pattern: "alpha", path: "src/new.ts" })).content).toBe(
      "src/new.ts:1:let alpha;",
    );
    expect(await grep(space, { pattern: "zebra" })).toMatchObject({ content: "(no match)", isError: false });
  });

  it("shows lines around, with a mark between stretches", async () => {
    const space = await createWorkspace();
    await space.put({ "project/n.txt": "1\n2\nx\n4\n5\n6\n7\nx\n" });
    expect((await grep(space, { pattern: "^x$", context: 1 })).content).toBe(
      "n.txt-2-2\nn.txt:3:x\nn.txt-4-4\n--\nn.txt-7-7\nn.txt:8:x",
    );
    expect((await grep(space, { pattern: "^$" })).content).toBe("(no match)");
  });

  it("says what is wrong with a pattern", async () => {
    const space = await createWorkspace();
    expect(await grep(space, { pattern: "a(" })).toMatchObject({
      isError: true,
      content: expect.stringContaining("not a regular expression"),
    });
    expect((await grep(space, {})).content).toContain("pattern is empty");
    expect((await grep(space, { pattern: "a", output_mode: "x" })).content).toContain("use content");
    expect((await grep(space, { pattern: "a", glob: "../*" })).content).toContain("glob: ");
    expect((await grep(space, { pattern: "a", path: "none" })).content).toContain("does not exist");
    await space.put({ "project/d.txt": 'a-b "c"\n' });
    expect((await grep(space, { pattern: 'a\\-b \\"c\\"' })).content).toContain("d.txt:1");
  });

  it("ends a pattern that would run for years", async () => {
    const space = await createWorkspace();
    await space.put({
      "project/a.txt": `${"a".repeat(60)}!\n`,
      "project/b.txt": `${"a".repeat(60)}!\n`,
      "project/c.txt": "aa\n",
    });
    const outcome = await grep(space, { pattern: "^(a+)+$" });
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringContaining("takes too long on a.txt"),
    });
  });

  it("stops at its limits and cuts long lines around the match", async () => {
    const space = await createWorkspace();
    await space.put({
      "project/many.txt": "hit\n".repeat(5_000),
      "project/wide.txt": `${"😀".repeat(5_000)}needle${"y".repeat(5_000)}`,
    });
    expect((await grep(space, { pattern: "hit", limit: 3 })).content).toBe(
      "many.txt:1:hit\nmany.txt:2:hit\nmany.txt:3:hit\n(stopped at 3 results; there may be more)",
    );
    const wide = (await grep(space, { pattern: "needle" })).content;
    expect(wide).toMatch(/^wide\.txt:1:…😀+needley+…$/u);
    expect(wide.length).toBeLessThan(450);
    await space.put({ "project/long.txt": `${"z".repeat(390)}\n`.repeat(500) });
    const cut = (await grep(space, { pattern: "z", limit: 500 })).content;
    expect(cut.length).toBeLessThan(30_200);
    expect(cut).toContain("cut at 30000 characters");
  });

  it("reads neither through links out of the project nor huge files", async () => {
    const space = await repository();
    await symlink(join(space.folder, "outside.txt"), join(space.project, "link.txt"));
    await space.put({ "project/huge.txt": Buffer.alloc(11 * 1024 * 1024, 0x61) });
    const outcome = await grep(space, { pattern: "outside|aaa" });
    expect(outcome.content).toContain("1 files over 10 MB");
    expect(outcome.content).not.toContain("alpha outside");
    expect(await grep(space, { pattern: "alpha", path: "link.txt" })).toMatchObject({
      isError: true,
      asked: { detail: { kind: "path", path: join(space.folder, "outside.txt") } },
    });
  });

  it("does not look where the path led only after it was judged", async () => {
    const space = await repository();
    await mkdir(join(space.folder, "elsewhere"));
    await space.put({ "elsewhere/x.txt": "alpha\n" });
    const outcome = await grep(
      space,
      { pattern: "alpha", path: "later" },
      {
        meanwhile: () => symlink(join(space.folder, "elsewhere"), join(space.project, "later")),
      },
    );
    expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(/^refused: /u) });
  });

  it("is not led by a repository's settings to run a program", async () => {
    const space = await repository();
    space.git("config", "core.fsmonitor", "touch ran");
    expect((await grep(space, { pattern: "alpha", output_mode: "count" })).isError).toBe(false);
    expect((await glob(space, { pattern: "ran" })).content).toBe("(no file matches)");
    expect(await realpath(space.project)).toBe(space.project);
  });

  it("works as any mode allows", async () => {
    const space = await repository();
    const everything = {
      ...space,
      options: { ...space.options, permissions: createPermissions({ mode: "all" }) },
    };
    expect((await grep(everything, { pattern: "alpha", path: "../outside.txt" })).content).toContain(
      "alpha outside",
    );
    expect((await grep(everything, { pattern: "x", path: "../home" })).isError).toBe(true);
  });
});
