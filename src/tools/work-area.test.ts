import { mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createBashTool } from "./bash-tool.ts";
import { createGlobTool } from "./glob-tool.ts";
import { createGrepTool } from "./grep-tool.ts";
import { createReadTool } from "./read-tool.ts";
import { locatePath } from "./work-area.ts";
import { call, createWorkspace, type Workspace } from "./workspace.fixture.ts";
import { createWriteTool } from "./write-tool.ts";

let space: Workspace;

// `project/link` leads to `outside/deep/inner`, `project/short` to `project/a/b`.
beforeEach(async () => {
  space = await createWorkspace();
  await space.put({
    "outside/deep/secret.txt": "not yours\n",
    "outside/secret.txt": "not yours\n",
    "project/secret.txt": "mine\n",
    "project/file.txt": "mine\n",
    "project/a/near.txt": "near\n",
  });
  await mkdir(join(space.folder, "outside", "deep", "inner"));
  await mkdir(join(space.project, "a", "b"));
  await symlink(join(space.folder, "outside", "deep", "inner"), join(space.project, "link"));
  await symlink(join("a", "b"), join(space.project, "short"));
  await symlink("nowhere", join(space.project, "dangling"));
});

const locate = (path: string) => locatePath(path, space.options);

describe("locatePath", () => {
  it.each([
    ["link/../secret.txt", "outside/deep/secret.txt"],
    ["link/../../secret.txt", "outside/secret.txt"],
    ["./link//.././secret.txt", "outside/deep/secret.txt"],
    ["a/../link/../secret.txt", "outside/deep/secret.txt"],
    ["a/b/../../link/..", "outside/deep"],
    ["link/../new/file.txt", "outside/deep/new/file.txt"],
  ])("follows a link before it takes `..`: %s", async (path, leads) => {
    for (const given of [path, `${space.project}/${path}`]) {
      expect(await locate(given)).toMatchObject({ path: join(space.folder, leads), place: "outside" });
    }
  });

  it.each([
    ["a/../secret.txt", "secret.txt"],
    ["a/b/../near.txt", "a/near.txt"],
    ["a/b/../../secret.txt", "secret.txt"],
    ["short/../near.txt", "a/near.txt"],
    ["short/../../secret.txt", "secret.txt"],
    ["../project/secret.txt", "secret.txt"],
    ["a/..", ""],
    ["a/../not-yet/file.txt", "not-yet/file.txt"],
    ["a..b/..c", "a..b/..c"],
  ])("knows what stays in the project: %s", async (path, leads) => {
    expect(await locate(path)).toMatchObject({ path: join(space.project, leads), place: "project" });
  });

  it.each(["missing/../secret.txt", "missing/../link/../secret.txt", "file.txt/../secret.txt"])(
    "names no place behind what is no folder: %s",
    async (path) => {
      expect(await locate(path)).toMatchObject({
        found: false,
        reason: expect.stringContaining("no folder"),
      });
      expect(await locate("dangling/../secret.txt")).toMatchObject({ found: false });
    },
  );

  it("ends at the root", async () => {
    expect(await locate("/../../..")).toMatchObject({ path: "/", place: "outside" });
  });

  it("leads where the system leads, for all that exists", async () => {
    const name = fc.constantFrom("..", ".", "", "a", "b", "link", "short", "deep", "secret.txt", "near.txt");
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 7 }), async (names) => {
        const given = `./${names.join("/")}`;
        const known = await realpath(`${space.project}/${given}`).catch(() => null);
        if (known === null) return;
        expect(await locate(given)).toMatchObject({ found: true, path: known, exists: true });
      }),
    );
  });
});

describe("tools, about `..` behind a link", () => {
  it.each([
    "cat link/../secret.txt",
    "cat link/../../secret.txt",
    "cat missing/../link/../secret.txt",
    "head -n 1 link/../secret.txt",
    "tail link/../secret.txt",
    "wc link/../secret.txt",
    "grep -r yours link/..",
    "ls link/..",
    "find link/.. -name secret.txt",
  ])("asks about %s", async (command) => {
    const outcome = await call(createBashTool(space.options), { command });
    expect(outcome).toMatchObject({ isError: true, asked: { tool: "Bash" } });
    expect(outcome.content).not.toContain("not yours");
  });

  it("still runs what stays inside", async () => {
    const tool = createBashTool(space.options);
    for (const command of ["cat a/../secret.txt", "cat short/../../secret.txt"]) {
      expect(await call(tool, { command })).toMatchObject({ asked: null, content: "mine" });
    }
  });

  it("asks in the other tools too", async () => {
    const path = "link/../secret.txt";
    const calls = [
      await call(createReadTool(space.options), { file_path: path }),
      await call(createGrepTool(space.options), { pattern: "yours", path: "link/.." }),
      await call(createGlobTool(space.options), { pattern: "*", path: "link/.." }),
      await call(createGlobTool(space.options), { pattern: `${space.project}/link/../*` }),
      await call(createWriteTool(space.options), { file_path: path, content: "x" }),
    ];
    for (const outcome of calls) {
      expect(outcome).toMatchObject({ isError: true });
      expect(outcome.asked?.reason).toContain("outside the project");
    }
    expect((await call(createReadTool(space.options), { file_path: "a/../secret.txt" })).asked).toBeNull();
  });
});
