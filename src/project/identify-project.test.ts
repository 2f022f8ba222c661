import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identifyProject } from "./identify-project.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScratchFolder } from "./scratch-folder.ts";
import { projectFolder } from "./stored-projects.ts";
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

async function memoryFolder(path: string): Promise<string> {
  const { id } = await at(path);
  return join(projectFolder("/home/ana/.agent", id), "memory");
}

describe("the id", () => {
  it("is the folder's letters and digits and twelve hex of the key", async () => {
    const root = scratch.repository("id/web-shop_2");
    const hash = createHash("sha256").update(root).digest("hex").slice(0, 12);
    expect(await at("id/web-shop_2")).toEqual({
      id: `webshop2-${hash}`,
      key: root,
      root,
      kind: "git",
      gitDirectory: join(root, ".git"),
    });
  });

  it("is project-... where the name has none, and short where it is long", async () => {
    folder("id/项目");
    folder("id", "n".repeat(200));
    expect((await at("id/项目")).id).toMatch(/^project-[0-9a-f]{12}$/);
    expect((await at("id", "n".repeat(200))).id).toMatch(/^n{40}-[0-9a-f]{12}$/);
    expect((await identifyProject({ cwd: "/" })).id).toMatch(/^project-[0-9a-f]{12}$/);
  });

  it("KEY-02: four names that differ in one sign are four projects, in every run", async () => {
    const names = ["demo/web-shop", "demo/web/shop", "demo/web_shop", "demo/web.shop"];
    names.map((name) => folder("key02", name));
    const first = await Promise.all(names.map((name) => memoryFolder(`key02/${name}`)));
    const again = await Promise.all(names.map((name) => memoryFolder(`key02/${name}`)));
    expect(new Set(first).size).toBe(4);
    expect(again).toEqual(first);
  });

  it("KEY-03: Korean and Chinese folders of the same length are different projects", async () => {
    const names = ["demo/문서/app", "demo/실험/app", "demo/번역/app", "demo/文档/app", "demo/实验/app"];
    names.map((name) => folder("key03", name));
    const folders = await Promise.all(names.map((name) => memoryFolder(`key03/${name}`)));
    expect(new Set(folders).size).toBe(names.length);
  });
});

describe("a repository", () => {
  beforeAll(() => {
    folder("key01");
    scratch.git("key01", "init", "-q", "app");
    scratch.git("key01/app", "commit", "-q", "--allow-empty", "-m", "one");
    folder("key01/app/packages/api");
    scratch.git("key01/app", "worktree", "add", "-q", "../app-fix", "-b", "fix");
    folder("key01/app-fix/src");
  });

  it("KEY-01: root, sub-folder and linked work tree have one memory folder, which is app's", async () => {
    const places = ["app", "app/packages/api", "app-fix", "app-fix/src"].map((name) => `key01/${name}`);
    const folders = await Promise.all(places.map(memoryFolder));
    expect(new Set(folders).size).toBe(1);
    const identities = await Promise.all(places.map((place) => at(place)));
    expect(identities.map(({ key }) => basename(key))).toEqual(["app", "app", "app", "app"]);
    expect(identities.map(({ root }) => basename(root))).toEqual(["app", "app", "app-fix", "app-fix"]);
  });

  it("is found from inside its .git, and a linked work tree's git directory belongs to it too", async () => {
    const { id } = await at("key01/app");
    expect((await at("key01/app/.git")).id).toBe(id);
    expect((await at("key01/app/.git/refs/heads")).id).toBe(id);
    expect((await at("key01/app/.git/worktrees/app-fix")).id).toBe(id);
  });

  it("keeps its key when git comes or goes", async () => {
    folder("grow");
    const before = await at("grow");
    scratch.git("grow", "init", "-q");
    const after = await at("grow");
    expect([before.kind, after.kind]).toEqual(["folder", "git"]);
    expect(after.id).toBe(before.id);
  });

  it("takes relative links between work trees", async () => {
    scratch.repository("relative/app");
    scratch.git("relative/app", "worktree", "add", "-q", "../side", "-b", "side");
    writeFileSync(scratch.path("relative/side/.git"), "gitdir: ../app/.git/worktrees/side\n");
    writeFileSync(scratch.path("relative/app/.git/worktrees/side/gitdir"), "../../../../side/.git\n");
    expect((await at("relative/side")).id).toBe((await at("relative/app")).id);
  });

  it("a nested repository is another project", async () => {
    scratch.repository("outer");
    scratch.repository("outer/inner");
    expect((await at("outer/inner")).id).not.toBe((await at("outer")).id);
  });
});

describe("a submodule", () => {
  beforeAll(() => {
    scratch.repository("sub/library");
    scratch.repository("sub/app");
    scratch.git("sub/app", "submodule", "add", "-q", scratch.path("sub/library"), "vendor/library");
  });

  it("is its own project, keyed by its folder, with its linked work trees", async () => {
    const found = await at("sub/app/vendor/library");
    expect(found.key).toBe(scratch.path("sub/app/vendor/library"));
    expect(found.gitDirectory).toBe(scratch.path("sub/app/.git/modules/vendor/library"));
    expect(found.id).not.toBe((await at("sub/app")).id);
    scratch.git("sub/app/vendor/library", "worktree", "add", "-q", scratch.path("sub/tree"), "-b", "tree");
    expect((await at("sub/tree")).id).toBe(found.id);
    expect((await at("sub/app/.git/modules/vendor/library")).id).toBe(found.id);
  });

  it("is still found when its setting moved to config.worktree", async () => {
    scratch.git("sub/app/vendor/library", "sparse-checkout", "set", "--cone", "docs");
    expect((await at("sub/app/vendor/library")).gitDirectory).not.toBeNull();
  });

  it("does not count for a folder it does not point back to", async () => {
    scratch.write("sub/evil/.git", `gitdir: ${scratch.path("sub/app/.git/modules/vendor/library")}\n`);
    const evil = await at("sub/evil");
    expect(evil).toMatchObject({ kind: "folder", key: scratch.path("sub/evil"), gitDirectory: null });
  });
});

describe("a bare git directory", () => {
  it("is its own key: bare", async () => {
    folder("bare");
    scratch.git("bare", "init", "-q", "--bare", "store.git");
    const found = await at("bare/store.git");
    expect(found).toMatchObject({ kind: "bare", key: scratch.path("bare/store.git") });
    expect((await at("bare/store.git/hooks")).id).toBe(found.id);
    expect(found.id).toMatch(/^storegit-/);
  });

  it("is its own key: linked work trees of a bare repository share it", async () => {
    scratch.repository("bare/source");
    scratch.git("bare", "clone", "-q", "--bare", "source", "project/.bare");
    scratch.write("bare/project/.git", "gitdir: ./.bare\n");
    scratch.git("bare/project", "worktree", "add", "-q", "main-tree", "main");
    const tree = await at("bare/project/main-tree");
    expect(tree.key).toBe(scratch.path("bare/project/.bare"));
    expect((await at("bare/project")).id).toBe(tree.id);
  });
});

describe("a separate git directory", () => {
  /** Two work trees of one git directory that lies elsewhere, and a folder that claims to be a third. */
  function separate(name: string): string {
    const store = scratch.path(name, "store/repo.git");
    folder(name, "store");
    folder(name, "tree/src");
    scratch.git(name, "init", "-q", `--separate-git-dir=${store}`, "tree");
    scratch.git(`${name}/tree`, "commit", "-q", "--allow-empty", "-m", "one");
    scratch.git(`${name}/tree`, "worktree", "add", "-q", "../linked", "-b", "linked");
    scratch.write(`${name}/forged/.git`, `gitdir: ${store}\n`);
    return store;
  }

  it("names no work tree, so each folder that points at it is a project by itself", async () => {
    const store = separate("separate");
    const found = await at("separate/tree");
    expect(found).toMatchObject({ key: scratch.path("separate/tree"), gitDirectory: null });
    expect((await at("separate/tree/src")).id).toBe(found.id);
    const forged = await at("separate/forged");
    expect(forged).toMatchObject({ key: scratch.path("separate/forged"), gitDirectory: null });
    expect((await at("separate/linked")).key).toBe(store);
    expect(await at("separate/store/repo.git")).toMatchObject({ kind: "bare", key: store });
  });

  it("shares with all its work trees once core.worktree points back, under the same key", async () => {
    const store = separate("joined");
    const before = await at("joined/tree");
    scratch.git("joined/tree", "config", "core.worktree", scratch.path("joined/tree"));
    const found = await at("joined/tree");
    expect(found).toMatchObject({ key: before.key, gitDirectory: store });
    expect((await at("joined/linked")).id).toBe(found.id);
    expect((await at("joined/store/repo.git")).id).toBe(found.id);
    expect(await at("joined/forged")).toMatchObject({ kind: "folder", gitDirectory: null });
  });
});

describe("the current folder", () => {
  it("is followed to its real place", async () => {
    scratch.repository("real/app");
    folder("real/app/src");
    symlinkSync(scratch.path("real/app/src"), scratch.path("real/link"));
    expect(await at("real/link")).toEqual(await at("real/app"));
  });

  it("may have blanks, quotes and a line break in its name", async () => {
    const names = ["my app", " lead", "two\nlines", `"quoted" $HOME`, "-q"];
    const keys = names.map((name) => scratch.repository(join("odd", name)));
    const found = await Promise.all(names.map((name) => at("odd", name)));
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(new Set(found.map(({ id }) => id)).size).toBe(names.length);
    for (const { id } of found) expect(id).toMatch(/^[A-Za-z0-9]+-[0-9a-f]{12}$/);
  });

  it("that was deleted, or is a file, is a clear error", async () => {
    folder("gone");
    rmSync(scratch.path("gone"), { recursive: true });
    await expect(at("gone")).rejects.toMatchObject({ code: "not-found" });
    scratch.write("file.txt", "x");
    await expect(at("file.txt")).rejects.toMatchObject({ code: "invalid" });
  });

  it("without git is a project of its own, not part of its parent", async () => {
    folder("plain/a/b");
    expect((await at("plain/a/b")).key).toBe(scratch.path("plain/a/b"));
    expect((await at("plain/a")).key).toBe(scratch.path("plain/a"));
  });

  it("follows a repository that moved, as another project until its memories are brought over", async () => {
    scratch.repository("moving/old");
    const before = await at("moving/old");
    renameSync(scratch.path("moving/old"), scratch.path("moving/new"));
    expect((await at("moving/new")).id).not.toBe(before.id);
  });
});
