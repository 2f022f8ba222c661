import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGit } from "./git.ts";
import { identifyProject } from "./identify-project.ts";
import { initShared } from "./init-shared.ts";
import type { InitResult } from "./init-shared.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScratchFolder } from "./scratch-folder.ts";
import { sharedFolder } from "./shared-folder.ts";

let scratch: ScratchFolder;
beforeEach(() => {
  scratch = createScratchFolder(process.env["PATH"]);
});
afterEach(() => scratch.remove());

const git = createGit({ environment: process.env });

async function init(folder: string, home = "home"): Promise<InitResult> {
  const identity = await identifyProject({ cwd: scratch.path(folder) });
  return initShared({ identity, home: scratch.path(home), git });
}

async function shared(folder: string, home = "home"): Promise<Awaited<ReturnType<typeof sharedFolder>>> {
  return sharedFolder({
    identity: await identifyProject({ cwd: scratch.path(folder) }),
    home: scratch.path(home),
  });
}

const read = (file: string): string => readFileSync(scratch.path(file), "utf8");

describe("init", () => {
  it("makes the shared part in the work tree's root, once", async () => {
    scratch.repository("app");
    mkdirSync(scratch.path("app/src"));
    const first = await init("app/src");
    expect(first).toEqual({
      folder: scratch.path("app/.agent"),
      made: [".agent/memory/", ".agent/.gitignore", ".agent/.gitattributes"],
      isNew: true,
      ignored: false,
    });
    expect(read("app/.agent/.gitignore")).toBe("/AGENT.md\n");
    expect(read("app/.agent/.gitattributes")).toBe("memory/MEMORY.md merge=union\n");
    expect(await init("app")).toMatchObject({ made: [], isNew: false });
    expect((await shared("app")).folder).toBe(scratch.path("app/.agent"));
  });

  it("makes what others can read, as the umask says: it is part of the work tree", async () => {
    scratch.repository("app");
    await init("app");
    const modeOf = (path: string) => (statSync(scratch.path("app", path)).mode & 0o777).toString(8);
    mkdirSync(scratch.path("app/folder"));
    writeFileSync(scratch.path("app/file"), "");
    for (const path of [".agent", ".agent/memory"]) expect(modeOf(path)).toBe(modeOf("folder"));
    for (const name of [".gitignore", ".gitattributes"])
      expect(modeOf(`.agent/${name}`)).toBe(modeOf("file"));
  });

  it("adds only the line that a file lacks", async () => {
    scratch.repository("app");
    scratch.write("app/.agent/.gitignore", "*.log");
    scratch.write("app/.agent/.gitattributes", "a text\r\nmemory/MEMORY.md merge=union\r\n");
    expect((await init("app")).made).toEqual([".agent/memory/", ".agent/.gitignore"]);
    expect(read("app/.agent/.gitignore")).toBe("*.log\n/AGENT.md\n");
    expect(read("app/.agent/.gitattributes")).toBe("a text\r\nmemory/MEMORY.md merge=union\r\n");
  });

  it("keeps bytes that are no text", async () => {
    scratch.repository("app");
    scratch.write("app/.agent/x", "");
    writeFileSync(scratch.path("app/.agent/.gitignore"), Buffer.from([0xff, 0xfe, 0x0a]));
    await init("app");
    const bytes = readFileSync(scratch.path("app/.agent/.gitignore"));
    expect(bytes).toEqual(Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("/AGENT.md\n")]));
  });

  it("says whether git ignores it", async () => {
    scratch.repository("app");
    scratch.write("app/.gitignore", ".agent/\n");
    expect((await init("app")).ignored).toBe(true);
    mkdirSync(scratch.path("plain"));
    expect((await init("plain")).ignored).toBeNull();
  });

  it("makes it in the current work tree, not in the main one", async () => {
    scratch.repository("app");
    scratch.git("app", "worktree", "add", "-q", "../side", "-b", "side");
    expect((await init("side")).folder).toBe(scratch.path("side/.agent"));
    expect((await shared("app")).folder).toBeNull();
  });

  it("refuses the home itself, a bare repository, links, and what is in the way", async () => {
    mkdirSync(scratch.path("ana/.agent"), { recursive: true });
    await expect(init("ana", "ana/.agent")).rejects.toMatchObject({ code: "invalid" });
    scratch.git("", "init", "-q", "--bare", "store.git");
    await expect(init("store.git")).rejects.toMatchObject({ code: "invalid" });
    mkdirSync(scratch.path("linked"));
    mkdirSync(scratch.path("elsewhere"));
    symlinkSync("../elsewhere", scratch.path("linked/.agent"));
    await expect(init("linked")).rejects.toMatchObject({ code: "unsafe-path" });
    expect(readdirSync(scratch.path("elsewhere"))).toEqual([]);
    scratch.write("taken/.agent", "a file");
    await expect(init("taken")).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("the shared folder", () => {
  it("is there only with memory in it", async () => {
    mkdirSync(scratch.path("app/.agent"), { recursive: true });
    expect(await shared("app")).toEqual({ folder: null, problem: null });
    mkdirSync(scratch.path("app/.agent/memory"));
    expect((await shared("app")).folder).toBe(scratch.path("app/.agent"));
  });

  it("is never the home, however that is spelled", async () => {
    mkdirSync(scratch.path("ana/.agent/memory"), { recursive: true });
    expect((await shared("ana", "ana/.agent")).folder).toBeNull();
    symlinkSync("ana/.agent", scratch.path("link"));
    expect((await shared("ana", "link")).folder).toBeNull();
    mkdirSync(scratch.path("bob"));
    symlinkSync("../ana/.agent", scratch.path("bob/.agent"));
    expect(await shared("bob", "bob/.agent")).toEqual({ folder: null, problem: null });
  });

  it("is refused, and named, when it is a link", async () => {
    mkdirSync(scratch.path("secret/memory"), { recursive: true });
    mkdirSync(scratch.path("a"));
    symlinkSync("../secret", scratch.path("a/.agent"));
    mkdirSync(scratch.path("b/.agent"), { recursive: true });
    symlinkSync("../../secret/memory", scratch.path("b/.agent/memory"));
    for (const folder of ["a", "b"]) {
      const found = await shared(folder);
      expect(found.folder).toBeNull();
      expect(found.problem).toContain(".agent");
    }
  });
});
