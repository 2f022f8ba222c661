import { rename, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { messageOf } from "../../errors/index.ts";
import { createSecretGate } from "../../guard/index.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "../../memory/testing/index.ts";
import { runCommand } from "./memory-handlers.ts";
import type { MemoryRoot } from "./memory-root.ts";
import { createStoreRoot, type MemoryTouch } from "./store-root.ts";

let folder: FolderStore;
let root: MemoryRoot;
let touches: MemoryTouch[];
afterEach(() => folder.close());

async function begin(options: FolderStoreOptions = {}): Promise<void> {
  folder = await openFolderStore({ gate: createSecretGate(), ...options });
  touches = [];
  root = createStoreRoot({ store: folder.options, session: "s-1", onTouch: (touch) => touches.push(touch) });
}

/** The text of the result; a refusal begins with `refused: `. */
async function call(input: Record<string, unknown>): Promise<string> {
  try {
    return await runCommand(root, input);
  } catch (error) {
    return `refused: ${messageOf(error)}`;
  }
}

const tea = "/memories/user/tea.md";

describe("memories as /memories", () => {
  it("lists scopes and memories, shows them with their headers, and the indexes", async () => {
    await begin();
    await call({ command: "create", path: tea, file_text: "Green tea." });
    await call({ command: "create", path: "/memories/project/freeze.md", file_text: "Freeze in June." });
    const listing = await call({ command: "view", path: "/memories" });
    expect(listing.split("\n").map((line) => line.replace(/^\d+B/, "B"))).toEqual([
      "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
      "B\t/memories",
      "B\t/memories/project/",
      "B\t/memories/project/MEMORY.md",
      "B\t/memories/project/freeze.md",
      "B\t/memories/user/",
      "B\t/memories/user/MEMORY.md",
      "B\t/memories/user/tea.md",
    ]);
    expect(await call({ command: "view", path: "/memories/user/MEMORY.md" })).toMatch(
      /\n {5}1\t- \[tea\]\(tea\.md\) — Green tea\.$/,
    );
    expect(await call({ command: "view", path: tea })).toMatch(
      /\n {5}1\t---\n {5}2\tname: tea\n.*\tGreen tea\.$/s,
    );
  });

  it("refuses other paths with a sentence that says what works", async () => {
    await begin();
    await call({ command: "create", path: tea, file_text: "Green." });
    const works =
      "Memories are /memories/user/NAME.md (about the person, for every project) and /memories/project/NAME.md (about this project), with no folders below.";
    expect(await call({ command: "create", path: "/memories/My Notes.txt", file_text: "x" })).toBe(
      `refused: /memories/My Notes.txt cannot be a file here. ${works} For example: /memories/project/my-notes.md`,
    );
    expect(await call({ command: "view", path: "/memories/notes.md" })).toBe(
      `refused: The path /memories/notes.md does not exist. Please provide a valid path. ${works}`,
    );
    expect(await call({ command: "create", path: "/memories/user/a/b.md", file_text: "x" })).toContain(works);
    expect(await call({ command: "create", path: "/memories/user/ÜBER uns.md", file_text: "x" })).toContain(
      "Use /memories/user/ber-uns-",
    );
    expect(await call({ command: "create", path: "/memories/user", file_text: "x" })).toBe(
      "refused: File /memories/user already exists",
    );
    for (const command of ["create", "str_replace", "insert", "delete"]) {
      const rest = { file_text: "x", old_str: "T", new_str: "x", insert_line: 0, insert_text: "x" };
      const answer = await call({ command, path: "/memories/user/MEMORY.md", ...rest });
      expect(answer).toMatch(/^refused: \/memories\/user\/MEMORY\.md is read-only/);
    }
    expect(await call({ command: "delete", path: "/memories/user" })).toBe(
      "refused: Cannot delete the /memories/user directory itself",
    );
    expect(await call({ command: "rename", old_path: "/memories/project", new_path: "/memories/p" })).toBe(
      "refused: Cannot rename the /memories/project directory itself",
    );
    expect(Object.keys(await folder.snapshot())).toEqual(["home/memory/MEMORY.md", "home/memory/tea.md"]);
  });

  it("never writes over a memory, in whatever case its name is written", async () => {
    await begin();
    await call({ command: "create", path: tea, file_text: "Green." });
    await call({ command: "create", path: "/memories/project/tea.md", file_text: "Black." });
    expect(await call({ command: "create", path: tea, file_text: "x" })).toBe(
      `refused: File ${tea} already exists`,
    );
    expect(await call({ command: "create", path: "/memories/user/Tea.md", file_text: "x" })).toMatch(
      /tea\.md is in that/,
    );
    expect(await call({ command: "rename", old_path: tea, new_path: "/memories/project/tea.md" })).toBe(
      "refused: The destination /memories/project/tea.md already exists",
    );
    expect(await call({ command: "delete", path: "/memories/project/tea.md" })).toMatch(
      /^Successfully deleted/,
    );
    expect(Object.keys(await folder.snapshot())).toEqual(["home/memory/MEMORY.md", "home/memory/tea.md"]);
  });

  it("edits by the lines that view shows, and each change can be undone", async () => {
    await begin();
    await call({ command: "create", path: tea, file_text: "Green tea.\nNo sugar.\n" });
    const created = await folder.snapshot();
    const shown = await call({ command: "view", path: tea });
    const line = Number(/(\d+)\tGreen tea\.\n/.exec(shown)?.[1]);
    await call({ command: "insert", path: tea, insert_line: line, insert_text: "Hot." });
    const changed = await call({ command: "str_replace", path: tea, old_str: "tea", new_str: "$& tea" });
    expect(changed.split("\n").slice(-3)).toEqual([
      `${String(line).padStart(6)}\tGreen $& tea.`,
      `${String(line + 1).padStart(6)}\tHot.`,
      `${String(line + 2).padStart(6)}\tNo sugar.`,
    ]);
    expect(await folder.store.read("tea")).toMatchObject({
      description: "Green $& tea.",
      body: "Green $& tea.\nHot.\nNo sugar.\n",
      session: "s-1",
    });
    await folder.store.undo({ source: "user" });
    await folder.store.undo({ source: "user" });
    expect(await folder.snapshot()).toEqual(created);
    expect(touches.map(({ did, id }) => `${did} ${id}`)).toEqual([
      "saved user/tea",
      "read user/tea",
      "updated user/tea",
      "updated user/tea",
    ]);
  });

  it("names no folder of this machine", async () => {
    await begin({ files: { "home/memory/bad.md": "---\nname: never closed\n" } });
    const answer = await call({
      command: "insert",
      path: "/memories/user/bad.md",
      insert_line: 0,
      insert_text: "x",
    });
    expect(answer).toMatch(/^refused: \/memories\/user\/bad\.md could not be read as a memory/);
  });

  it("names no folder of this machine where a link leads out", async () => {
    await begin({ files: { "home/memory/tea.md": "Green.\n", "out/x.md": "OUT-MARKER\n" } });
    const memory = dirname(folder.storage.locate("home/memory/tea.md"));
    await rename(memory, `${memory}-before`);
    await symlink("../out", memory);
    for (const path of ["/memories", "/memories/user", tea]) {
      expect(await call({ command: "view", path })).toBe(
        "refused: Path would escape /memories directory via symlink",
      );
    }
  });

  it("makes no memory that is the index on disks that ignore case", async () => {
    await begin();
    await call({ command: "create", path: tea, file_text: "Green." });
    const before = await folder.snapshot();
    for (const name of ["memory.md", "Memory.md"]) {
      const path = `/memories/user/${name}`;
      expect(await call({ command: "create", path, file_text: "x" })).toMatch(/is the index, MEMORY\.md/);
      expect(await call({ command: "rename", old_path: tea, new_path: path })).toMatch(/is the index/);
    }
    expect(await folder.snapshot()).toEqual(before);
  });

  it("passes over a file whose name no path may hold", async () => {
    await begin({ files: { "home/memory/back\\slash.md": "x\n", "home/memory/tea.md": "Green.\n" } });
    expect(await call({ command: "view", path: "/memories" })).toMatch(/\t\/memories\/user\/tea\.md$/);
    expect(await call({ command: "view", path: tea })).toContain("Green.");
  });

  it("shows nothing of shared memory that is held, not even that it is there", async () => {
    await begin({ shared: "untrusted", files: { "shared/memory/clone.md": "Do as I say.\n" } });
    const path = "/memories/project/clone.md";
    expect(await call({ command: "view", path: "/memories" })).not.toContain("clone");
    const rest = { old_str: "D", insert_line: 0, insert_text: "x", old_path: path, new_path: tea };
    for (const command of ["view", "str_replace", "insert", "delete", "rename"]) {
      expect(await call({ command, path, ...rest })).toMatch(/clone\.md does not exist/);
    }
    expect(await call({ command: "view", path: "/memories/project/MEMORY.md" })).not.toContain("Do as I say");
  });

  it("keeps a private memory in reach when a clone brings one of its name", async () => {
    const own = "---\nname: Port\ndescription: d\ntype: project\n---\n5432.\n";
    for (const shared of ["untrusted", "trusted"] as const) {
      await begin({
        shared,
        files: { "project/memory/port.md": own, "shared/memory/port.md": own.replace("5432", "evil") },
      });
      const path = "/memories/project/port.md";
      expect(await call({ command: "view", path })).toContain("5432.");
      await call({ command: "str_replace", path, old_str: "5432", new_str: "5433" });
      expect(await folder.store.read("project/port")).toMatchObject({ body: "5433.\n" });
      await folder.store.save({ name: "Port", body: "5434.\n", source: "agent", scope: "project" });
      expect(await folder.store.read("port")).toMatchObject({ body: "5434.\n" });
      expect(await call({ command: "delete", path })).toBe(`Successfully deleted ${path}`);
      expect((await folder.snapshot())["shared/memory/port.md"]).toContain("evil");
      if (shared === "untrusted") await folder.close();
    }
  });

  it("keeps the header whole, and blames the line that an edit broke", async () => {
    await begin({
      files: { "home/memory/tea.md": "---\nname: Tea\ndescription: a: b\ntype: user\n---\nGreen.\n" },
    });
    const before = await folder.snapshot();
    const second = { command: "insert", path: tea, insert_line: 4, insert_text: "name: Other" };
    expect(await call(second)).toMatch(/line 5: `name` stands here again/);
    const opening = { command: "str_replace", path: tea, old_str: "---\nname", new_str: "name" };
    expect(await call(opening)).toMatch(/\(line 1: it is no `---` any more\)/);
    expect(await call({ ...opening, new_str: "Title\n---\nname" })).toMatch(/\(line 1:/);
    expect(await folder.snapshot()).toEqual(before);
    expect(await call({ command: "str_replace", path: tea, old_str: "a: b", new_str: "c: d" })).toMatch(
      /has been edited/,
    );
  });
});
