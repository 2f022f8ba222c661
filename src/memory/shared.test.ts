import { dirname, join } from "node:path";

import { afterEach, describe, expect, it } from "vitest";

import { createFileStorage, type RootName } from "../storage/index.ts";
import { shareMemories } from "./share.ts";
import { createMemoryStore } from "./store.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";
import type { SaveInput } from "./types.ts";

let open: FolderStore;
afterEach(() => open.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

const cloned = {
  "shared/memory/MEMORY.md": "# Team\n- [Db port](db-port.md) — 5433\n",
  "shared/memory/db-port.md": "---\nname: Db port\ndescription: 5433\ntype: project\n---\nFrom the clone.\n",
};

function memory(name: string, more: Partial<SaveInput> = {}): SaveInput {
  return {
    name,
    description: `about ${name}`,
    type: "project",
    body: `${name}.\n`,
    source: "agent",
    ...more,
  };
}

async function projectView() {
  const loaded = await open.store.indexes();
  return { view: loaded.views.find(({ scope }) => scope === "project"), ...loaded };
}

describe("what came with a clone", () => {
  it("is inert before it is trusted, and named", async () => {
    const store = await start({ files: cloned, shared: "untrusted" });
    const { view, notices } = await projectView();
    expect(view?.text).toBe("(No memories saved yet.)");
    expect(view?.folders).toEqual([open.storage.locate("project/memory")]);
    expect(notices).toEqual([
      expect.stringMatching(
        /^1 shared memory came with this repository .*`daybook trust`.*db-port\.md/,
      ) as string,
    ]);
    expect(await store.list()).toMatchObject({ memories: [], notices });
    await expect(store.read("db-port")).rejects.toMatchObject({ code: "untrusted" });
    await expect(store.remove("db-port", { source: "user" })).rejects.toMatchObject({ code: "untrusted" });
    await expect(store.save({ slug: "db-port", body: "x", source: "agent" })).rejects.toMatchObject({
      code: "untrusted",
    });
  });

  it("cannot block or take what is saved privately", async () => {
    const store = await start({ files: cloned, shared: "untrusted" });
    const { slug, path } = await store.save(memory("Db port"));
    expect(slug).toMatch(/^db-port-[0-9a-f]{8}$/);
    expect(path).toBe(open.storage.locate(`project/memory/${slug}.md`));
    expect(await open.snapshot()).toMatchObject(cloned);
  });

  it("is held again when it changes or comes with a later pull", async () => {
    const store = await start({ files: cloned, shared: "trusted" });
    await store.save(memory("Ours"));
    await open.put(
      "shared/memory/ours.md",
      "---\nname: Ours\ndescription: changed\ntype: project\n---\nevil\n",
    );
    const { view, notices, drift } = await projectView();
    expect(view?.text).toBe("(No memories saved yet.)");
    expect(notices[0]).toMatch(/^2 shared memories .*db-port\.md, ours\.md/);
    expect(
      drift.every(
        ({ filesWithoutLine, linesWithoutFile }) => filesWithoutLine.length + linesWithoutFile.length === 0,
      ),
    ).toBe(true);
    await expect(store.save(memory("Ours"))).rejects.toMatchObject({ code: "untrusted" });
  });
});

describe("trusted shared memory", () => {
  it("is where project saves go, trusted as written, and the private one is read too", async () => {
    const store = await start({
      files: { "project/memory/own.md": "---\nname: Own\ndescription: private\ntype: project\n---\nx\n" },
      shared: "trusted",
    });
    const saved = await store.save(memory("Deploy day"));
    expect(saved.path).toBe(open.storage.locate("shared/memory/deploy-day.md"));
    await store.save(memory("Deploy day", { description: "changed" }));
    const { view, notices } = await projectView();
    expect(view?.text).toBe("- [Deploy day](deploy-day.md) — changed\n- [Own](own.md) — private");
    expect(view?.folders).toEqual([
      open.storage.locate("shared/memory"),
      open.storage.locate("project/memory"),
    ]);
    expect(notices).toEqual([]);
    expect((await store.list()).memories.map(({ id }) => id).toSorted()).toEqual([
      "project/deploy-day",
      "project/own",
    ]);
    expect((await store.save({ slug: "own", body: "y", source: "agent" })).path).toBe(
      open.storage.locate("project/memory/own.md"),
    );
    await store.undo({ source: "user" });
    await store.undo({ source: "user" });
    expect((await projectView()).view?.text).toContain("about Deploy day");
  });

  it("is not undone from where it is not open", async () => {
    const store = await start({ shared: "trusted" });
    await store.save(memory("One"));
    const { has } = open.storage;
    const elsewhere = { ...open.storage, has: (root: RootName) => root !== "shared" && has(root) };
    const other = createMemoryStore({ ...open.options, storage: elsewhere });
    expect(await other.undo({ source: "user" })).toMatchObject({
      undone: false,
      reason: expect.stringContaining("not open here") as string,
    });
    expect(await store.log()).toHaveLength(1);
    expect(await other.undo({ source: "user", skip: true })).toMatchObject({
      skipped: true,
      id: "project/one",
    });
    expect(await other.undo({ source: "user" })).toMatchObject({ undone: false, code: "not-found" });
  });

  it("is undone only in the work tree that it was changed in", async () => {
    const store = await start({ shared: "trusted" });
    await store.save(memory("One"));
    const text = (await open.snapshot())["shared/memory/one.md"] ?? "";
    const folder = (name: string) => join(dirname(open.storage.locate("home/x")), "..", name);
    const tree = createMemoryStore({
      ...open.options,
      storage: createFileStorage({
        folders: { home: folder("home"), project: folder("project"), shared: folder("other-tree") },
        now: open.options.now,
        newId: () => "other-op",
      }),
    });
    const refused = { undone: false, reason: expect.stringContaining("in that work tree") as string };
    expect(await tree.undo({ source: "user" })).toMatchObject(refused);
    await open.put("other-tree/memory/one.md", text);
    expect(await tree.undo({ source: "user" })).toMatchObject(refused);
    expect(await tree.read("one")).toMatchObject({ name: "One" });
    expect(await store.undo({ source: "user" })).toMatchObject({ undone: true, id: "project/one" });
    expect(await open.snapshot()).toEqual({});
  });

  it("two lines of a union merge are one entry each", async () => {
    const store = await start({ shared: "trusted" });
    await store.save(memory("One"));
    await store.save(memory("Two"));
    const index = (await open.snapshot())["shared/memory/MEMORY.md"] ?? "";
    await open.put("shared/memory/MEMORY.md", index + index);
    expect((await projectView()).view).toMatchObject({ loaded: 2, total: 2 });
    await store.save(memory("One", { description: "mended" }));
    expect((await open.snapshot())["shared/memory/MEMORY.md"]?.match(/\(one\.md\)/g)).toHaveLength(1);
  });
});

describe("shareMemories", () => {
  it("moves private memories with their lines, one undoable step each", async () => {
    const store = await start({ shared: "untrusted" });
    for (const name of ["A", "B"]) await store.save(memory(name));
    const before = await open.snapshot();
    await open.put("project/memory/bad.md", "---\nname: 'open\nx: y: z\n---\n");
    await expect(shareMemories(open.options, { source: "user" })).rejects.toMatchObject({
      code: "untrusted",
    });
    await open.put(
      "project/project.json",
      JSON.stringify({ id: "p", key: "/p", created: "x", trust: { contents: [], lines: [] } }),
    );
    expect(await shareMemories(open.options, { source: "user" })).toEqual({
      moved: ["a", "b"],
      notes: [expect.stringContaining("bad.md stays private") as string],
    });
    expect(Object.keys(await open.snapshot())).toEqual([
      "project/memory/bad.md",
      "shared/memory/MEMORY.md",
      "shared/memory/a.md",
      "shared/memory/b.md",
    ]);
    expect((await projectView()).view?.text).toContain("- [A](a.md) — about A\n- [B](b.md) — about B");
    await store.undo({ source: "user" });
    await store.undo({ source: "user" });
    expect(await open.snapshot()).toMatchObject(before);
  });
});
