import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identifyProject } from "./identify-project.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScratchFolder } from "./scratch-folder.ts";
import type { ProjectIdentity } from "./types.ts";

let scratch: ScratchFolder;
beforeAll(() => {
  scratch = createScratchFolder(process.env["PATH"]);
});
afterAll(() => scratch.remove());

function at(...parts: string[]): Promise<ProjectIdentity> {
  return identifyProject({ cwd: scratch.path(...parts) });
}

function folder(...parts: string[]): string {
  mkdirSync(scratch.path(...parts), { recursive: true });
  return scratch.path(...parts);
}

describe("a forged pointer opens an empty project", () => {
  const forged: [string, (victim: string) => void][] = [
    ["to a repository", (victim) => scratch.write("forged/a/.git", `gitdir: ${victim}/.git\n`)],
    ["to a repository, relative", () => scratch.write("forged/b/.git", "gitdir: ../victim/.git")],
    [
      "to a linked work tree",
      (victim) => scratch.write("forged/c/.git", `gitdir: ${victim}/.git/worktrees/side\n`),
    ],
    ["to a separate git directory", () => scratch.write("forged/j/.git", "gitdir: ../separate.git\n")],
    [
      "as a link to a separate git directory",
      () => {
        folder("forged/k");
        symlinkSync(scratch.path("forged/separate.git"), scratch.path("forged/k/.git"));
      },
    ],
    ["to a bare repository", () => scratch.write("forged/d/.git", "gitdir: ../victim-bare.git\n")],
    [
      "through a made-up git directory that names the repository as common",
      (victim) => {
        scratch.write("forged/e/fake/commondir", `${victim}/.git\n`);
        scratch.write("forged/e/fake/gitdir", `${scratch.path("forged/e/.git")}\n`);
        scratch.write("forged/e/fake/HEAD", "ref: refs/heads/main\n");
        scratch.write("forged/e/.git", "gitdir: fake\n");
      },
    ],
    [
      "as a link to its git directory",
      (victim) => {
        folder("forged/f");
        symlinkSync(join(victim, ".git"), scratch.path("forged/f/.git"));
      },
    ],
    [
      "as a link to a linked work tree's file",
      () => {
        folder("forged/g");
        symlinkSync(scratch.path("forged/victim-side/.git"), scratch.path("forged/g/.git"));
      },
    ],
    [
      "as a git directory with a common directory elsewhere",
      (victim) => {
        folder("forged/h");
        scratch.git("forged/h", "init", "-q");
        scratch.write("forged/h/.git/commondir", `${victim}/.git\n`);
      },
    ],
    [
      "as a git directory with a work tree elsewhere",
      (victim) => {
        folder("forged/i");
        scratch.git("forged/i", "init", "-q");
        scratch.git("forged/i", "config", "core.worktree", victim);
      },
    ],
  ];

  beforeAll(() => {
    const victim = scratch.repository("forged/victim");
    scratch.git("forged/victim", "worktree", "add", "-q", "../victim-side", "-b", "side");
    scratch.git("forged", "clone", "-q", "--bare", victim, "victim-bare.git");
    scratch.git("forged", "init", "-q", `--separate-git-dir=${scratch.path("forged/separate.git")}`, "tree");
  });

  it.each(forged)("%s", async (_name, forge) => {
    const victim = scratch.path("forged/victim");
    forge(victim);
    const letter = "abcjkdefghi"[forged.findIndex(([, made]) => made === forge)] ?? "";
    const found = await at("forged", letter);
    expect(found.key).toBe(scratch.path("forged", letter));
    expect(found.root).toBe(scratch.path("forged", letter));
    expect(found.id).not.toBe((await at("forged/victim")).id);
    expect(found.id).not.toBe((await at("forged/victim-bare.git")).id);
  });

  it("a copy of a linked work tree is not the work tree", async () => {
    cpSync(scratch.path("forged/victim-side"), scratch.path("forged/copied-side"), { recursive: true });
    expect(await at("forged/copied-side")).toMatchObject({
      kind: "folder",
      key: scratch.path("forged/copied-side"),
    });
    expect((await at("forged/victim-side")).id).toBe((await at("forged/victim")).id);
  });
});

describe("a broken .git makes the folder its own project", () => {
  it.each([
    ["an empty folder", () => folder("broken/a/.git"), "a"],
    ["a folder without objects", () => scratch.write("broken/b/.git/HEAD", "ref: refs/heads/main\n"), "b"],
    ["an empty file", () => scratch.write("broken/c/.git", ""), "c"],
    ["a file of noise", () => scratch.write("broken/d/.git", "\0\u0001gitdir\n: /"), "d"],
    [
      "a file that names nothing there",
      () => scratch.write("broken/e/.git", "gitdir: /no/such/place\n"),
      "e",
    ],
    [
      "a link to nothing",
      () => (folder("broken/f"), symlinkSync("nowhere", scratch.path("broken/f/.git"))),
      "f",
    ],
    [
      "a link in a circle",
      () => (folder("broken/g"), symlinkSync(".git", scratch.path("broken/g/.git"))),
      "g",
    ],
  ])("%s", async (_name, make, letter) => {
    make();
    folder("broken", letter, "src");
    const found = await at("broken", letter, "src");
    expect(found).toMatchObject({ kind: "folder", key: scratch.path("broken", letter), gitDirectory: null });
  });
});
