import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptProject } from "./adopt-project.ts";
import { createGit } from "./git.ts";
import { changeProjectFile, createScratchHome, memoriesOf, projectFileOf } from "./scratch-home.ts";
import type { ScratchHome } from "./scratch-home.ts";

let scratch: ScratchHome;
beforeEach(() => {
  scratch = createScratchHome(process.env);
});
afterEach(() => scratch.remove());

const trusted = { trust: { always: true, contents: ["a"], lines: [] }, allowedCommands: ["make"] };

describe("a project seen for the first time", () => {
  it("opens empty, says nothing and writes nothing", async () => {
    scratch.repository("app");
    const opened = await scratch.open("app");
    expect(opened).toMatchObject({ notices: [], shared: null });
    expect(opened.folder).toBe(join(scratch.place.home, "projects", opened.identity.id));
    expect(readdirSync(scratch.root)).toEqual(["app"]);
  });

  it("gets project.json with the first write: place, first commit, remotes without their secrets", async () => {
    scratch.repository("app");
    const token = ["to", "ken"].join("");
    scratch.git("app", "remote", "add", "origin", `https://bob:${token}@git.example.org/app.git?x=${token}`);
    scratch.git("app", "remote", "add", "fork", "git@example.org:ana/app.git");
    const opened = await scratch.save("app", "one");
    const file = projectFileOf(opened);
    expect(file).toMatchObject({
      id: opened.identity.id,
      key: scratch.path("app"),
      firstCommit: scratch.git("app", "rev-parse", "HEAD").trim(),
      remotes: ["https://git.example.org/app.git", "git@example.org:ana/app.git"],
      created: "2026-11-29T12:00:00.000Z",
    });
    expect(file.place?.inode).toMatch(/^\d+$/);
    changeProjectFile(opened, { later: { kept: true } });
    await scratch.save("app", "two");
    expect(projectFileOf(opened)["later"]).toEqual({ kept: true });
  });

  it("knows no first commit of a shallow clone or without git", async () => {
    scratch.repository("app");
    scratch.git("app", "commit", "-q", "--allow-empty", "-m", "two");
    scratch.git("", "clone", "-q", "--depth=1", `file://${scratch.path("app")}`, "shallow");
    expect(projectFileOf(await scratch.save("shallow", "one")).firstCommit).toBeNull();
    scratch.place = { ...scratch.place, git: createGit({ environment: { PATH: scratch.path("empty") } }) };
    expect(projectFileOf(await scratch.save("app", "one")).firstCommit).toBeNull();
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
    const app = await scratch.save("app", "one");
    copy();
    const other = await scratch.open("other");
    expect(memoriesOf(other)).toEqual([]);
    expect(other.notices).toHaveLength(1);
    expect(other.notices[0]).toContain(`daybook project adopt ${app.identity.id}`);
    await scratch.save("other", "own");
    expect((await scratch.open("other")).notices).toEqual([]);
    expect(memoriesOf(app)).toEqual(["one.md"]);
  });

  it("says nothing when there is nothing to adopt, or nothing in common", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    scratch.repository("stranger");
    expect((await scratch.open("stranger")).notices).toEqual([]);
    rmSync(join(app.folder, "memory"), { recursive: true });
    scratch.git("", "clone", "-q", "app", "other");
    expect((await scratch.open("other")).notices).toEqual([]);
  });

  it("a linked work tree of a moved repository still works after git repaired it", async () => {
    scratch.repository("app");
    scratch.git("app", "worktree", "add", "-q", "../side", "-b", "side");
    await scratch.save("side", "one");
    renameSync(scratch.path("app"), scratch.path("web"));
    scratch.git("web", "worktree", "repair", scratch.path("side"));
    expect(memoriesOf(await scratch.open("side"))).toEqual(["one.md"]);
    expect(memoriesOf(await scratch.open("web"))).toEqual(["one.md"]);
  });
});

describe("the same path with other content", () => {
  it("keeps trust for a new clone of the same history, drops it for another repository", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    changeProjectFile(app, trusted);
    scratch.git("", "clone", "-q", "app", "again");
    rmSync(scratch.path("app"), { recursive: true });
    renameSync(scratch.path("again"), scratch.path("app"));
    const again = await scratch.open("app");
    expect(memoriesOf(again)).toEqual(["one.md"]);
    expect(projectFileOf(again)).toMatchObject(trusted);
    rmSync(scratch.path("app"), { recursive: true });
    scratch.repository("app");
    const other = await scratch.open("app");
    expect(projectFileOf(other)).not.toHaveProperty("trust");
    expect(projectFileOf(other)).not.toHaveProperty("allowedCommands");
    expect(projectFileOf(other).firstCommit).toBe(scratch.git("app", "rev-parse", "HEAD").trim());
  });

  it("keeps trust when only the disk has another number", async () => {
    await scratch.plainFolder("notes");
    const notes = await scratch.save("notes", "one");
    const { place: recorded } = projectFileOf(notes);
    changeProjectFile(notes, { ...trusted, place: { ...recorded, device: "1" } });
    await scratch.open("notes");
    expect(projectFileOf(notes)).toMatchObject({ ...trusted, place: recorded });
  });
});

describe("a project.json that cannot be read", () => {
  it("is named and never overwritten, whether it is one's own or another's", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    for (const text of ["{ broken", "[]", `{"id": 1}`, "", `{"id":"a","key":"b","trust":"yes"}`]) {
      writeFileSync(join(app.folder, "project.json"), text);
      const opened = await scratch.save("app", "two");
      expect(opened.notices[0]).toContain(join(app.folder, "project.json"));
      scratch.repository("fresh");
      expect((await scratch.open("fresh")).notices[0]).toContain(join(app.folder, "project.json"));
      expect(readFileSync(join(app.folder, "project.json"), "utf8")).toBe(text);
    }
    await expect(
      adoptProject(scratch.place, await scratch.identify("fresh"), app.identity.id),
    ).rejects.toMatchObject({
      code: "unreadable",
    });
  });
});
