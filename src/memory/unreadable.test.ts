import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

import { DaybookError } from "../errors/index.ts";
import type { Storage } from "../storage/index.ts";
import { createMemoryStore } from "./store.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";

let open: FolderStore;
afterEach(() => open.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

const file = (name: string) => `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\nx\n`;
const saved = { description: "d", type: "project", body: "x\n", source: "agent" } as const;

/** The store as it is for a user whom the system does not let read these files; tests may run as root. */
function forbidding(...paths: string[]) {
  const deny: Storage["read"] = async (path) => {
    if (!paths.includes(path)) return open.storage.read(path);
    throw new DaybookError("io", `Cannot read ${path}: permission was denied (EACCES).`);
  };
  const storage: Storage = {
    ...open.storage,
    read: deny,
    change: (scopes, work) =>
      open.storage.change(scopes, (tx) =>
        work({ ...tx, read: (path) => (paths.includes(path) ? deny(path) : tx.read(path)) }),
      ),
  };
  return createMemoryStore({ ...open.options, storage });
}

describe("one file that cannot be read", () => {
  it("is named, and every other memory is there", async () => {
    await start({
      files: { "project/memory/a.md": file("A"), "project/memory/b.md": file("B") },
    });
    const store = forbidding("project/memory/a.md");
    const { memories, notices } = await store.list();
    expect(memories.map(({ id }) => id)).toEqual(["project/b"]);
    expect(notices).toEqual([
      expect.stringMatching(/a\.md could not be read .*permission was denied/) as string,
    ]);
    const indexes = await store.indexes();
    expect(indexes.views[1]?.text).toContain("- [B](b.md) — about B");
    expect(indexes.notices).toEqual(notices);
  });

  it("is named where its name cannot be shown as it is, and can be read by it", async () => {
    const name = "a\u202eb.md";
    await start({ files: { [`project/memory/${name}`]: file("A"), "project/memory/b.md": file("B") } });
    const { memories, notices } = await open.store.list();
    expect(memories.map(({ id }) => id)).toEqual(["project/b"]);
    expect(notices).toEqual([expect.stringMatching(/a\\u\{202e\}b\.md is not listed/u) as string]);
    expect(await open.store.read("a\u202eb")).toMatchObject({ name: "A" });
  });

  it("stands in no other save's way; a save to it is refused", async () => {
    await start({ files: { "project/memory/a.md": file("A") } });
    const store = forbidding("project/memory/a.md");
    expect(await store.save({ ...saved, name: "Other" })).toMatchObject({ id: "project/other" });
    await expect(store.save({ ...saved, name: "A" })).rejects.toMatchObject({ code: "io" });
    expect((await open.snapshot())["project/memory/a.md"]).toBe(file("A"));
  });

  it("a folder or a link that leads out is no memory, whatever its name", async () => {
    const store = await start({ files: { "project/memory/a.md": file("A") } });
    const folder = open.storage.locate("project/memory");
    await mkdir(join(folder, "folder.md"));
    await symlink("/etc/hostname", join(folder, "out.md"));
    expect((await store.list()).memories.map(({ id }) => id)).toEqual(["project/a"]);
    expect((await store.indexes()).notices).toEqual([]);
  });

  it.each([
    ["not UTF-8", async (path: string) => writeFile(path, new Uint8Array([0x2d, 0xff, 0xfe])), /not UTF-8/],
    ["a folder", async (path: string) => void (await mkdir(path)), /is a folder/],
    ["a link out", async (path: string) => symlink("/etc/hostname", path), /a link leads out/],
  ])("an index that is %s leaves the memories of the folder", async (_title, make, notice) => {
    const store = await start({ files: { "project/memory/a.md": file("A") } });
    await make(open.storage.locate("project/memory/MEMORY.md"));
    const { views, notices } = await store.indexes();
    expect(views[1]?.text).toContain("- [A](a.md) — about A");
    expect(notices).toEqual([expect.stringMatching(notice) as string]);
  });
});

describe("a shared folder that nobody has trusted", () => {
  const own = { "project/memory/own.md": file("Own") };

  it("is not opened", async () => {
    await start({
      files: { ...own, "shared/memory/MEMORY.md": "# evil\n", "shared/memory/x.md": file("X") },
      shared: "untrusted",
    });
    const store = forbidding("shared/memory/MEMORY.md", "shared/memory/x.md");
    const notices = [expect.stringMatching(/^1 shared memory .*held.*x\.md/) as string];
    expect(await store.list()).toMatchObject({ memories: [{ id: "project/own" }], notices });
    expect(await store.indexes()).toMatchObject({ notices });
  });

  it("is named when it holds an index alone", async () => {
    const store = await start({ files: { "shared/memory/MEMORY.md": "# evil\n" }, shared: "untrusted" });
    const notices = [
      "The shared MEMORY.md came with this repository and is held until trusted; `daybook trust` shows it.",
    ];
    expect((await store.indexes()).notices).toEqual(notices);
    expect((await store.list()).notices).toEqual(notices);
  });

  it.each([
    ["untrusted", "project/new"],
    ["trusted", "unsafe-path"],
  ] as const)("may be a link that leads out (%s): a save gives %s", async (shared, outcome) => {
    const store = await start({ files: own, shared });
    await mkdir(dirname(open.storage.locate("shared/memory")), { recursive: true });
    await symlink("/etc", open.storage.locate("shared/memory"));
    const notices = [expect.stringMatching(/left out.*a link leads out/) as string];
    expect(await store.list()).toMatchObject({ memories: [{ id: "project/own" }], notices });
    expect(await store.indexes()).toMatchObject({ notices });
    expect((await store.read("own")).name).toBe("Own");
    await expect(store.read("other")).rejects.toMatchObject({ code: "not-found" });
    const saving = store.save({ ...saved, name: "New" });
    expect(
      await saving.then(
        ({ id }) => id,
        ({ code }: DaybookError) => code,
      ),
    ).toBe(outcome);
  });

  it.each(["untrusted", "trusted"] as const)("may hold an index that is a link out (%s)", async (shared) => {
    const store = await start({ files: { ...own, "shared/memory/x.md": file("X") }, shared });
    await symlink("/etc/hostname", open.storage.locate("shared/memory/MEMORY.md"));
    const { notices, views } = await store.indexes();
    expect(notices.some((notice) => /1 shared memory/.test(notice))).toBe(true);
    expect(notices.some((notice) => /a link leads out/.test(notice))).toBe(shared === "trusted");
    expect(views[1]?.text).toContain("- [Own](own.md)");
  });
});
