import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createEditTool } from "./edit-tool.ts";
import { createPermissions, type PermissionMode } from "./permissions.ts";
import { call, createWorkspace, type Called, type Workspace } from "./workspace.fixture.ts";

let space: Workspace;

beforeEach(async () => {
  space = await createWorkspace();
  await space.put({
    "project/a.ts": "const a = 1;\nconst b = 2;\n\nfunction run() {\n  return a;\n}\nreturn a;\n",
  });
});

function edit(input: Record<string, unknown>, mode: PermissionMode = "accept-edits"): Promise<Called> {
  const tool = createEditTool({ ...space.options, permissions: createPermissions({ mode }) });
  return call(tool, { file_path: "a.ts", ...input });
}

const text = (): Promise<string> => readFile(join(space.project, "a.ts"), "utf8");

describe("Edit", () => {
  it("replaces the one place and says how much changed", async () => {
    const outcome = await edit({ old_string: "const b = 2;", new_string: "const b = $&;\nconst c = 3;" });
    expect(outcome).toMatchObject({ isError: false, display: "changed a.ts +2 -1" });
    expect(await text()).toContain("const a = 1;\nconst b = $&;\nconst c = 3;\n\nfunction");
  });

  it("shows the person the difference", async () => {
    const { asked } = await edit({ old_string: "b = 2", new_string: "b = 3" }, "ask");
    expect(asked).toMatchObject({ title: "change a.ts", detail: { isNew: false, added: 1, removed: 1 } });
  });

  it("names the lines of a text that is not unique", async () => {
    const outcome = await edit({ old_string: "return a;", new_string: "return b;" });
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringContaining("2 times in a.ts (lines 5, 7)"),
    });
    expect(
      (await edit({ old_string: "return a;", new_string: "return b;", replace_all: "true" })).isError,
    ).toBe(false);
    expect(await text()).not.toContain("return a;");
  });

  it("helps when the text is not there", async () => {
    const miss = async (old: string): Promise<string> =>
      (await edit({ old_string: old, new_string: "x" })).content;
    expect(await miss("const b = 7;")).toMatch(
      /The nearest is line 2, which the file has so:\nconst b = 2;/u,
    );
    expect(await miss("function run() {\n\treturn a;\n}")).toMatch(/Only blanks differ from lines 4-6/u);
    expect(await miss("     2\tconst b = 2;")).toContain("line numbers");
    expect(await miss("完全不同的内容")).toContain("read the file again");
    expect(await text()).toContain("const b = 2;");
  });

  it("names what is near a file that is not there", async () => {
    const outcome = await edit({ file_path: "a.tsx", old_string: "x", new_string: "y" });
    expect(outcome.content).toBe("a.tsx does not exist; near it: a.ts");
  });

  it("shows nothing of a file outside before the person allowed it", async () => {
    await space.put({ "secret.txt": "the password is swordfish\n" });
    const outcome = await edit({
      file_path: "../secret.txt",
      old_string: "the password is X",
      new_string: "x",
    });
    expect(outcome.isError).toBe(true);
    expect(outcome.content).not.toContain("swordfish");
  });

  it.each([
    [{ new_string: "x" }, "old_string is missing"],
    [{ old_string: "", new_string: "x" }, "Write makes a new file"],
    [{ old_string: "x" }, "new_string is missing"],
    [{ old_string: "x", new_string: "x" }, "the same"],
    [{ old_string: "x", new_string: "y", replace_all: "maybe" }, "true or false"],
  ])("says what is wrong with %j", async (input, problem) => {
    expect(await edit(input)).toMatchObject({ isError: true, content: expect.stringContaining(problem) });
  });
});
