import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileStorage, nodeFiles } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { adoptProject } from "./adopt-project.ts";
import { createGit } from "./git.ts";
import { identifyProject } from "./identify-project.ts";
import { openProject } from "./open-project.ts";
import type { OpenedProject } from "./open-project.ts";
import { ensureProjectFile, projectFileFor } from "./project-file.ts";
import type { ProjectHome } from "./project-home.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScratchFolder } from "./scratch-folder.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

let scratch: ScratchFolder;
let place: ProjectHome;

beforeEach(() => {
  scratch = createScratchFolder(process.env["PATH"]);
  place = {
    home: scratch.path("home"),
    git: createGit({ environment: process.env }),
    now: () => new Date("2026-11-29T12:00:00Z"),
    lockWaitMs: 2000,
  };
});
afterEach(() => scratch.remove());

/** A file system that keeps no birth times. */
const birthless: FileOperations = {
  ...nodeFiles,
  stat: async (path) => ({ ...(await nodeFiles.stat(path)), bornNs: 0n }),
  lstat: async (path) => ({ ...(await nodeFiles.lstat(path)), bornNs: 0n }),
};

const identify = (folder: string): Promise<ProjectIdentity> => identifyProject({ cwd: scratch.path(folder) });

async function open(folder: string): Promise<OpenedProject> {
  return openProject(place, await identify(folder));
}

/** Saves a memory the way the store does: with `project.json` in the same change. */
async function save(folder: string, name: string): Promise<OpenedProject> {
  const opened = await open(folder);
  const { identity } = opened;
  const storage = createFileStorage({
    folders: { home: place.home, project: opened.folder },
    now: place.now,
    newId: () => `op-${Math.random()}`,
  });
  await storage.change(["project"], async (tx) => {
    await ensureProjectFile(tx, () => projectFileFor({ ...place, identity, now: place.now() }));
    tx.write(`project/memory/${name}.md`, `about ${name}\n`);
  });
  return opened;
}

function memories({ folder }: OpenedProject): string[] {
  try {
    return readdirSync(join(folder, "memory")).toSorted();
  } catch {
    return [];
  }
}

function projectFile({ folder }: OpenedProject): ProjectFile & Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, "project.json"), "utf8"));
}

function changeProjectFile(opened: OpenedProject, change: object): void {
  const text = JSON.stringify({ ...projectFile(opened), ...change });
  writeFileSync(join(opened.folder, "project.json"), text);
}

const trusted = { trust: { always: true, contents: ["a"], lines: [] }, allowedCommands: ["make"] };

/** A folder whose birth and last change are apart, as with every folder of more than a moment's age. */
async function plainFolder(name: string): Promise<void> {
  mkdirSync(scratch.path(name), { recursive: true });
  await sleep(20);
  scratch.write(`${name}/notes.txt`, "x");
}

describe("a project seen for the first time", () => {
  it("opens empty, says nothing and writes nothing", async () => {
    scratch.repository("app");
    const opened = await open("app");
    expect(opened).toMatchObject({ notices: [], shared: null });
    expect(opened.folder).toBe(join(place.home, "projects", opened.identity.id));
    expect(readdirSync(scratch.root)).toEqual(["app"]);
  });

  it("gets project.json with the first write: place, first commit, remotes without their secrets", async () => {
    scratch.repository("app");
    const token = ["to", "ken"].join("");
    scratch.git("app", "remote", "add", "origin", `https://bob:${token}@git.example.org/app.git?x=${token}`);
    scratch.git("app", "remote", "add", "fork", "git@example.org:ana/app.git");
    const opened = await save("app", "one");
    const file = projectFile(opened);
    expect(file).toMatchObject({
      id: opened.identity.id,
      key: scratch.path("app"),
      firstCommit: scratch.git("app", "rev-parse", "HEAD").trim(),
      remotes: ["https://git.example.org/app.git", "git@example.org:ana/app.git"],
      created: "2026-11-29T12:00:00.000Z",
    });
    expect(file.place?.inode).toMatch(/^\d+$/);
    changeProjectFile(opened, { later: { kept: true } });
    await save("app", "two");
    expect(projectFile(opened)["later"]).toEqual({ kept: true });
  });

  it("knows no first commit of a shallow clone or without git", async () => {
    scratch.repository("app");
    scratch.git("app", "commit", "-q", "--allow-empty", "-m", "two");
    scratch.git("", "clone", "-q", "--depth=1", `file://${scratch.path("app")}`, "shallow");
    expect(projectFile(await save("shallow", "one")).firstCommit).toBeNull();
    place = { ...place, git: createGit({ environment: { PATH: scratch.path("empty") } }) };
    expect(projectFile(await save("app", "one")).firstCommit).toBeNull();
  });
});

describe("a moved project", () => {
  it("keeps its memories when a repository is renamed, and says so once", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    changeProjectFile(before, { ...trusted, later: 1 });
    renameSync(scratch.path("old"), scratch.path("new"));
    const after = await open("new");
    expect(memories(after)).toEqual(["one.md"]);
    expect(after.notices).toEqual([
      `This project moved from ${scratch.path("old")} to ${scratch.path("new")}; its memories came with it.`,
    ]);
    const file = projectFile(after);
    expect(file).toMatchObject({ id: after.identity.id, key: scratch.path("new"), later: 1 });
    expect(file.previous).toEqual([before.identity.id]);
    expect(file).not.toHaveProperty("trust");
    expect(file).not.toHaveProperty("allowedCommands");
    expect(readdirSync(join(place.home, "projects"))).toEqual([after.identity.id]);
    expect((await open("new")).notices).toEqual([]);
  });

  it("is the same project again when it moves back", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const away = await save("new", "two");
    renameSync(scratch.path("new"), scratch.path("old"));
    const back = await open("old");
    expect(memories(back)).toEqual(["one.md", "two.md"]);
    expect(projectFile(back).previous).toEqual([away.identity.id]);
    expect(back.identity.id).toBe(before.identity.id);
  });

  it("is found from a sub-folder and through a link left at the old place", async () => {
    scratch.repository("old");
    await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    symlinkSync(scratch.path("new"), scratch.path("old"));
    mkdirSync(scratch.path("new/src"));
    expect(memories(await open("old/src"))).toEqual(["one.md"]);
  });

  it("keeps its memories without git", async () => {
    await plainFolder("notes");
    await save("notes", "one");
    renameSync(scratch.path("notes"), scratch.path("diary"));
    const after = await open("diary");
    expect(memories(after)).toEqual(["one.md"]);
    expect(after.notices[0]).toContain("moved from");
  });

  it("keeps its memories when the folder became a repository in between", async () => {
    await plainFolder("notes");
    await save("notes", "one");
    scratch.git("notes", "init", "-q");
    renameSync(scratch.path("notes"), scratch.path("diary"));
    expect(memories(await open("diary"))).toEqual(["one.md"]);
  });

  it("needs its first commit where the disk keeps no birth times", async () => {
    place = { ...place, files: birthless };
    scratch.repository("old");
    await plainFolder("notes");
    await save("old", "one");
    await save("notes", "two");
    renameSync(scratch.path("old"), scratch.path("new"));
    renameSync(scratch.path("notes"), scratch.path("diary"));
    expect(memories(await open("new"))).toEqual(["one.md"]);
    expect(memories(await open("diary"))).toEqual([]);
  });

  it("is not told by an inode alone: the number of a deleted folder is given out again", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    rmSync(scratch.path("old"), { recursive: true });
    scratch.repository("other");
    const { gitDirectory } = await identify("other");
    const stat = await nodeFiles.lstat(gitDirectory ?? "");
    changeProjectFile(before, {
      place: { device: String(stat.device), inode: String(stat.inode), birth: "1" },
    });
    expect(memories(await open("other"))).toEqual([]);
    changeProjectFile(before, {
      place: { device: String(stat.device), inode: String(stat.inode), birth: null },
    });
    const opened = await open("other");
    expect(memories(opened)).toEqual([]);
    expect(opened.notices).toEqual([]);
  });

  it("is only offered when the parent of the old place is gone too: it may be a disk that is not there", async () => {
    scratch.repository("code/app");
    const before = await save("code/app", "one");
    renameSync(scratch.path("code"), scratch.path("src"));
    const opened = await open("src/app");
    expect(memories(opened)).toEqual([]);
    expect(opened.notices).toHaveLength(1);
    expect(opened.notices[0]).toContain(`daybook project adopt ${before.identity.id}`);
    const adoption = await adoptProject(place, opened.identity, before.identity.id);
    expect(adoption).toMatchObject({ how: "moved", memories: 1 });
    expect(memories(await open("src/app"))).toEqual(["one.md"]);
  });

  it("does not mix with memories the new place has already", async () => {
    scratch.repository("new");
    await save("new", "own");
    rmSync(scratch.path("new"), { recursive: true });
    scratch.repository("old");
    const before = await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const opened = await open("new");
    expect(memories(opened)).toEqual(["own.md"]);
    expect(opened.notices).toHaveLength(1);
    expect(opened.notices[0]).toContain(`daybook project adopt ${before.identity.id}`);
    expect((await open("new")).notices).toEqual([]);
    const { identity } = opened;
    await expect(adoptProject(place, identity, before.identity.id)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(memories(before)).toEqual(["one.md"]);
  });

  it("moves into a folder that holds other things, and joins the histories", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    scratch.write(`home/projects/${before.identity.id}/sessions/a.jsonl`, "{}\n");
    renameSync(scratch.path("old"), scratch.path("new"));
    const { id } = await identify("new");
    scratch.write(`home/projects/${id}/history.jsonl`, `{"id":"later"}\n`);
    scratch.write(`home/projects/${id}/sessions/b.jsonl`, "{}\n");
    mkdirSync(scratch.path(`home/projects/${id}/memory`));
    const after = await open("new");
    expect(memories(after)).toEqual(["one.md"]);
    expect(readdirSync(join(after.folder, "sessions"))).toEqual(["a.jsonl", "b.jsonl"]);
    expect(readFileSync(join(after.folder, "history.jsonl"), "utf8")).toMatch(/one\.md[^]*"later"}\n$/);
    expect(readdirSync(join(place.home, "projects"))).toEqual([id]);
  });

  it("is brought over once by many processes at the same time", async () => {
    scratch.repository("old");
    await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const opened = await Promise.all(Array.from({ length: 8 }, () => open("new")));
    for (const each of opened) expect(memories(each)).toEqual(["one.md"]);
    expect(opened.flatMap(({ notices }) => notices)).toHaveLength(1);
  });

  it("goes on where a take-over was cut short", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const { id, key } = await identify("new");
    // project.json is written, the rename was not reached.
    changeProjectFile(before, { id, key });
    expect(memories(await open("new"))).toEqual(["one.md"]);
  });

  it("says what went wrong when the home cannot be written, and opens all the same", async () => {
    scratch.repository("old");
    const before = await save("old", "one");
    renameSync(scratch.path("old"), scratch.path("new"));
    const full: FileOperations = {
      ...nodeFiles,
      rename: async (from, to) => {
        if (to.includes("/projects/")) throw Object.assign(new Error("disk is full"), { code: "ENOSPC" });
        await nodeFiles.rename(from, to);
      },
    };
    const opened = await openProject({ ...place, files: full }, await identify("new"));
    expect(opened.notices[0]).toContain("disk is full");
    expect(memories(before)).toEqual(["one.md"]);
    expect(memories(await open("new"))).toEqual(["one.md"]);
  });
});

describe("a second clone, a fork, a copy", () => {
  it.each([
    ["a clone", (): unknown => scratch.git("", "clone", "-q", "app", "other")],
    [
      "a copied folder",
      (): unknown => cpSync(scratch.path("app"), scratch.path("other"), { recursive: true }),
    ],
    [
      "a copy from a backup",
      (): unknown => {
        cpSync(scratch.path("app"), scratch.path("other"), { recursive: true });
        return rmSync(scratch.path("app"), { recursive: true });
      },
    ],
  ])("%s does not get the memories, but a line how to", async (_name, copy) => {
    scratch.repository("app");
    const app = await save("app", "one");
    copy();
    const other = await open("other");
    expect(memories(other)).toEqual([]);
    expect(other.notices).toHaveLength(1);
    expect(other.notices[0]).toContain(`daybook project adopt ${app.identity.id}`);
    await save("other", "own");
    expect((await open("other")).notices).toEqual([]);
    expect(memories(app)).toEqual(["one.md"]);
  });

  it("says nothing when there is nothing to adopt, or nothing in common", async () => {
    scratch.repository("app");
    const app = await save("app", "one");
    scratch.repository("stranger");
    expect((await open("stranger")).notices).toEqual([]);
    rmSync(join(app.folder, "memory"), { recursive: true });
    scratch.git("", "clone", "-q", "app", "other");
    expect((await open("other")).notices).toEqual([]);
  });

  it("a linked work tree of a moved repository still works after git repaired it", async () => {
    scratch.repository("app");
    scratch.git("app", "worktree", "add", "-q", "../side", "-b", "side");
    await save("side", "one");
    renameSync(scratch.path("app"), scratch.path("web"));
    scratch.git("web", "worktree", "repair", scratch.path("side"));
    expect(memories(await open("side"))).toEqual(["one.md"]);
    expect(memories(await open("web"))).toEqual(["one.md"]);
  });
});

describe("the same path with other content", () => {
  it("keeps trust for a new clone of the same history, drops it for another repository", async () => {
    scratch.repository("app");
    const app = await save("app", "one");
    changeProjectFile(app, trusted);
    scratch.git("", "clone", "-q", "app", "again");
    rmSync(scratch.path("app"), { recursive: true });
    renameSync(scratch.path("again"), scratch.path("app"));
    const again = await open("app");
    expect(memories(again)).toEqual(["one.md"]);
    expect(projectFile(again)).toMatchObject(trusted);
    rmSync(scratch.path("app"), { recursive: true });
    scratch.repository("app");
    const other = await open("app");
    expect(projectFile(other)).not.toHaveProperty("trust");
    expect(projectFile(other)).not.toHaveProperty("allowedCommands");
    expect(projectFile(other).firstCommit).toBe(scratch.git("app", "rev-parse", "HEAD").trim());
  });

  it("keeps trust when only the disk has another number", async () => {
    await plainFolder("notes");
    const notes = await save("notes", "one");
    const { place: recorded } = projectFile(notes);
    changeProjectFile(notes, { ...trusted, place: { ...recorded, device: "1" } });
    await open("notes");
    expect(projectFile(notes)).toMatchObject({ ...trusted, place: recorded });
  });
});

describe("a project.json that cannot be read", () => {
  it("is named and never overwritten, whether it is one's own or another's", async () => {
    scratch.repository("app");
    const app = await save("app", "one");
    for (const text of ["{ broken", "[]", `{"id": 1}`, "", `{"id":"a","key":"b","trust":"yes"}`]) {
      writeFileSync(join(app.folder, "project.json"), text);
      const opened = await save("app", "two");
      expect(opened.notices[0]).toContain(join(app.folder, "project.json"));
      scratch.repository("fresh");
      expect((await open("fresh")).notices[0]).toContain(join(app.folder, "project.json"));
      expect(readFileSync(join(app.folder, "project.json"), "utf8")).toBe(text);
    }
    await expect(adoptProject(place, await identify("fresh"), app.identity.id)).rejects.toMatchObject({
      code: "unreadable",
    });
  });
});

describe("adopting by name", () => {
  it("copies while the other place still exists; both go separate ways", async () => {
    scratch.repository("app");
    const app = await save("app", "one");
    changeProjectFile(app, trusted);
    scratch.write(`home/projects/${app.identity.id}/memory/MEMORY.md`, "- [one](one.md) — x\n");
    scratch.git("", "clone", "-q", "app", "other");
    const identity = await identify("other");
    const adoption = await adoptProject(place, identity, app.identity.id);
    expect(adoption).toMatchObject({ how: "copied", memories: 1, from: app.identity.id });
    const other = await save("other", "two");
    expect(memories(other)).toEqual(["MEMORY.md", "one.md", "two.md"]);
    expect(memories(app)).toEqual(["MEMORY.md", "one.md"]);
    expect(projectFile(other)).toMatchObject({ id: identity.id, previous: [app.identity.id] });
    expect(projectFile(other)).not.toHaveProperty("trust");
    expect(projectFile(app)).toMatchObject(trusted);
  });

  it("refuses what it does not know, and itself", async () => {
    scratch.repository("app");
    const app = await save("app", "one");
    const other = await identify("app");
    await expect(adoptProject(place, other, app.identity.id)).rejects.toMatchObject({ code: "invalid" });
    for (const id of ["../../etc", "nothing-000000000000", "", `${app.identity.id}/..`]) {
      await expect(adoptProject(place, other, id)).rejects.toMatchObject({ code: "not-found" });
    }
    const near = `${app.identity.id.slice(0, -1)}x`;
    await expect(adoptProject(place, other, near)).rejects.toThrow(app.identity.id);
  });
});
