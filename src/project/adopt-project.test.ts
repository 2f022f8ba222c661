import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptProject } from "./adopt-project.ts";
import { changeProjectFile, createScratchHome, memoriesOf, projectFileOf } from "./scratch-home.ts";
import type { ScratchHome } from "./scratch-home.ts";

let scratch: ScratchHome;
beforeEach(() => {
  scratch = createScratchHome(process.env);
});
afterEach(() => scratch.remove());

const trusted = { trust: { always: true, contents: ["a"], lines: [] }, allowedCommands: ["make"] };

describe("adopting by name", () => {
  it("copies while the other place still exists; both go separate ways", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    changeProjectFile(app, trusted);
    scratch.write(`home/projects/${app.identity.id}/memory/MEMORY.md`, "- [one](one.md) — x\n");
    scratch.git("", "clone", "-q", "app", "other");
    const identity = await scratch.identify("other");
    const adoption = await adoptProject(scratch.place, identity, app.identity.id);
    expect(adoption).toMatchObject({ how: "copied", memories: 1, from: app.identity.id });
    const other = await scratch.save("other", "two");
    expect(memoriesOf(other)).toEqual(["MEMORY.md", "one.md", "two.md"]);
    expect(memoriesOf(app)).toEqual(["MEMORY.md", "one.md"]);
    expect(projectFileOf(other)).toMatchObject({ id: identity.id, previous: [app.identity.id] });
    expect(projectFileOf(other)).not.toHaveProperty("trust");
    expect(projectFileOf(app)).toMatchObject(trusted);
  });

  it("refuses what it does not know, and itself", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    const other = await scratch.identify("app");
    await expect(adoptProject(scratch.place, other, app.identity.id)).rejects.toMatchObject({
      code: "invalid",
    });
    for (const id of ["../../etc", "nothing-000000000000", "", `${app.identity.id}/..`]) {
      await expect(adoptProject(scratch.place, other, id)).rejects.toMatchObject({ code: "not-found" });
    }
    const near = `${app.identity.id.slice(0, -1)}x`;
    await expect(adoptProject(scratch.place, other, near)).rejects.toThrow(app.identity.id);
  });

  it("says when there is nothing to copy, and writes nothing", async () => {
    scratch.repository("app");
    const app = await scratch.save("app", "one");
    rmSync(join(app.folder, "memory"), { recursive: true });
    scratch.repository("other");
    const other = await scratch.open("other");
    const adoption = adoptProject(scratch.place, other.identity, app.identity.id);
    await expect(adoption).rejects.toMatchObject({ code: "invalid" });
    expect(existsSync(other.folder)).toBe(false);
  });
});
