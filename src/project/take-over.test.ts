import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { adoptProject } from "./adopt-project.ts";
import { openProject } from "./open-project.ts";
import { changeProjectFile, createScratchHome, memoriesOf, projectFileOf } from "./scratch-home.ts";
import type { ScratchHome } from "./scratch-home.ts";

let scratch: ScratchHome;
beforeEach(() => {
  scratch = createScratchHome(process.env);
});
afterEach(() => scratch.remove());

const trusted = { trust: { always: true, contents: ["a"], lines: [] }, allowedCommands: ["make"] };

/** A file system that keeps no birth times. */
const birthless: FileOperations = {
  ...nodeFiles,
  stat: async (path) => ({ ...(await nodeFiles.stat(path)), bornNs: 0n }),
  lstat: async (path) => ({ ...(await nodeFiles.lstat(path)), bornNs: 0n }),
};

describe("a moved project", () => {
  it("keeps its memories when a repository is renamed, and says so once", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    changeProjectFile(before, { ...trusted, later: 1 });
    renameSync(scratch.path("old"), scratch.path("new"));
    const after = await scratch.open("new");
    expect(memoriesOf(after)).toEqual(["one.md"]);
    expect(after.notices).toEqual([
      `This project moved from ${scratch.path("old")} to ${scratch.path("new")}; its memories came with it.`,
    ]);
    const file = projectFileOf(after);
    expect(file).toMatchObject({ id: after.identity.id, key: scratch.path("new"), later: 1 });
    expect(file.previous).toEqual([before.identity.id]);
    expect(file).not.toHaveProperty("trust");
    expect(file).not.toHaveProperty("allowedCommands");
    expect(readdirSync(join(scratch.place.home, "projects"))).toEqual([after.identity.id]);
    expect((await scratch.open("new")).notices).toEqual([]);
  });

  it("is the same project again when it moves back", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const away = await scratch.save("new", "two");
    renameSync(scratch.path("new"), scratch.path("old"));
    const back = await scratch.open("old");
    expect(memoriesOf(back)).toEqual(["one.md", "two.md"]);
    expect(projectFileOf(back).previous).toEqual([away.identity.id]);
    expect(back.identity.id).toBe(before.identity.id);
  });

  it("is found from a sub-folder and through a link left at the old place", async () => {
    scratch.repository("old");
    await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    symlinkSync(scratch.path("new"), scratch.path("old"));
    mkdirSync(scratch.path("new/src"));
    expect(memoriesOf(await scratch.open("old/src"))).toEqual(["one.md"]);
  });

  it("keeps its memories without git", async () => {
    await scratch.plainFolder("notes");
    await scratch.save("notes", "one");
    renameSync(scratch.path("notes"), scratch.path("diary"));
    const after = await scratch.open("diary");
    expect(memoriesOf(after)).toEqual(["one.md"]);
    expect(after.notices[0]).toContain("moved from");
  });

  it("keeps its memories when the folder became a repository in between", async () => {
    await scratch.plainFolder("notes");
    await scratch.save("notes", "one");
    scratch.git("notes", "init", "-q");
    renameSync(scratch.path("notes"), scratch.path("diary"));
    expect(memoriesOf(await scratch.open("diary"))).toEqual(["one.md"]);
  });

  it("needs its first commit where the disk keeps no birth times", async () => {
    scratch.place = { ...scratch.place, files: birthless };
    scratch.repository("old");
    await scratch.plainFolder("notes");
    await scratch.save("old", "one");
    await scratch.save("notes", "two");
    renameSync(scratch.path("old"), scratch.path("new"));
    renameSync(scratch.path("notes"), scratch.path("diary"));
    expect(memoriesOf(await scratch.open("new"))).toEqual(["one.md"]);
    expect(memoriesOf(await scratch.open("diary"))).toEqual([]);
  });

  it("is not told by an inode alone: the number of a deleted folder is given out again", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    rmSync(scratch.path("old"), { recursive: true });
    scratch.repository("other");
    const { gitDirectory } = await scratch.identify("other");
    const stat = await nodeFiles.lstat(gitDirectory ?? "");
    changeProjectFile(before, {
      place: { device: String(stat.device), inode: String(stat.inode), birth: "1" },
    });
    expect(memoriesOf(await scratch.open("other"))).toEqual([]);
    changeProjectFile(before, {
      place: { device: String(stat.device), inode: String(stat.inode), birth: null },
    });
    const opened = await scratch.open("other");
    expect(memoriesOf(opened)).toEqual([]);
    expect(opened.notices).toEqual([]);
  });

  it("is only offered when the parent of the old place is gone too: it may be a disk that is not there", async () => {
    scratch.repository("code/app");
    const before = await scratch.save("code/app", "one");
    renameSync(scratch.path("code"), scratch.path("src"));
    const opened = await scratch.open("src/app");
    expect(memoriesOf(opened)).toEqual([]);
    expect(opened.notices).toHaveLength(1);
    expect(opened.notices[0]).toContain(`daybook project adopt ${before.identity.id}`);
    const adoption = await adoptProject(scratch.place, opened.identity, before.identity.id);
    expect(adoption).toMatchObject({ how: "moved", memories: 1 });
    const again = adoptProject(scratch.place, opened.identity, before.identity.id);
    await expect(again).rejects.toThrow("already");
    expect(memoriesOf(await scratch.open("src/app"))).toEqual(["one.md"]);
  });

  it("does not mix with memories the new place has already", async () => {
    scratch.repository("new");
    await scratch.save("new", "own");
    rmSync(scratch.path("new"), { recursive: true });
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const opened = await scratch.open("new");
    expect(memoriesOf(opened)).toEqual(["own.md"]);
    expect(opened.notices).toHaveLength(1);
    expect(opened.notices[0]).toContain(`daybook project adopt ${before.identity.id}`);
    expect((await scratch.open("new")).notices).toEqual([]);
    const { identity } = opened;
    await expect(adoptProject(scratch.place, identity, before.identity.id)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(memoriesOf(before)).toEqual(["one.md"]);
  });

  it("moves into a folder that holds other things, and joins the histories", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    scratch.write(`home/projects/${before.identity.id}/sessions/a.jsonl`, "{}\n");
    renameSync(scratch.path("old"), scratch.path("new"));
    const { id } = await scratch.identify("new");
    scratch.write(`home/projects/${id}/history.jsonl`, `{"id":"later"}\n`);
    scratch.write(`home/projects/${id}/sessions/b.jsonl`, "{}\n");
    mkdirSync(scratch.path(`home/projects/${id}/memory`));
    const after = await scratch.open("new");
    expect(memoriesOf(after)).toEqual(["one.md"]);
    expect(readdirSync(join(after.folder, "sessions"))).toEqual(["a.jsonl", "b.jsonl"]);
    expect(readFileSync(join(after.folder, "history.jsonl"), "utf8")).toMatch(/one\.md[^]*"later"}\n$/);
    expect(readdirSync(join(scratch.place.home, "projects"))).toEqual([id]);
  });

  it("is brought over once by many processes at the same time", async () => {
    scratch.repository("old");
    await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const opened = await Promise.all(Array.from({ length: 8 }, () => scratch.open("new")));
    for (const each of opened) expect(memoriesOf(each)).toEqual(["one.md"]);
    expect(opened.flatMap(({ notices }) => notices)).toHaveLength(1);
  });

  it("goes on where a take-over was cut short", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const { id, key } = await scratch.identify("new");
    // project.json is written, the rename was not reached.
    changeProjectFile(before, { id, key });
    expect(memoriesOf(await scratch.open("new"))).toEqual(["one.md"]);
  });

  it("says what went wrong when the home cannot be written, and opens all the same", async () => {
    scratch.repository("old");
    const before = await scratch.save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const full: FileOperations = {
      ...nodeFiles,
      rename: async (from, to) => {
        if (to.includes("/projects/")) throw Object.assign(new Error("disk is full"), { code: "ENOSPC" });
        await nodeFiles.rename(from, to);
      },
    };
    const opened = await openProject({ ...scratch.place, files: full }, await scratch.identify("new"));
    expect(opened.notices[0]).toContain("no space is left on the disk");
    expect(memoriesOf(before)).toEqual(["one.md"]);
    expect(memoriesOf(await scratch.open("new"))).toEqual(["one.md"]);
  });
});
