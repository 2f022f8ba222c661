import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createGitSource } from "./git-snapshot.ts";

let project = "";

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    cwd: project,
    encoding: "utf8",
  });

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "daybook-git-")));
});

async function snapshot(gitDirectory: string | null = join(project, ".git")): Promise<string | null> {
  const source = createGitSource({
    cwd: project,
    projectRoot: project,
    gitDirectory,
    environment: process.env,
  });
  return (await source.load())?.text ?? null;
}

describe("createGitSource", () => {
  it("gives branch, changed files and last commits, the same bytes each time", async () => {
    git("init", "-q", "-b", "main");
    for (const name of ["one", "两", "three", "four", "five", "six"]) {
      git("commit", "-qm", name, "--allow-empty");
    }
    await writeFile(join(project, "数据.txt"), "");
    const text = await snapshot();
    expect(text).toMatch(
      /^Git as this session began.*\nBranch: main\nStatus:\n\?\? 数据\.txt\nLast commits:\n[0-9a-f]+ \d{4}-\d\d-\d\d six\n/u,
    );
    expect(text).toContain("两");
    expect(text).not.toContain("one");
    expect(await snapshot()).toBe(text);
  });

  it("knows a repository without commits, a clean one, and a detached head", async () => {
    git("init", "-q", "-b", "main");
    expect(await snapshot()).toContain("Branch: No commits yet on main\nStatus: clean");
    git("commit", "-qm", "first", "--allow-empty");
    git("checkout", "-q", "--detach");
    expect(await snapshot()).toContain("Branch: HEAD (no branch)\nStatus: clean\nLast commits:");
  });

  it("says how much it left out", async () => {
    git("init", "-q");
    for (let count = 0; count < 45; count += 1) await writeFile(join(project, `file-${count}`), "");
    expect(await snapshot()).toContain("(5 more changed files)");
  });

  it("shows what a commit message hides", async () => {
    git("init", "-q");
    git("commit", "-qm", `odd \u202e ${"x".repeat(300)}`, "--allow-empty");
    const text = await snapshot();
    expect(text).toContain("odd \\u{202e} xxx");
    expect(Math.max(...(text ?? "").split("\n").map((line) => line.length))).toBeLessThan(200);
  });

  it("is silent outside git and where git fails", async () => {
    expect(await snapshot(null)).toBeNull();
    expect(await snapshot()).toBeNull();
  });
});
