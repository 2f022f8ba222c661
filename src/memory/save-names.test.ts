import { afterEach, describe, expect, it } from "vitest";

import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";
import type { SaveInput } from "./types.ts";

let open: FolderStore;
afterEach(() => open.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

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

describe("names become safe files", () => {
  it("SLUG-01 emoji names are files of their own, blank ones are refused", async () => {
    const store = await start();
    const slugs: string[] = [];
    for (const name of ["🦊", "🧪", "☕️"]) slugs.push((await store.save(memory(name))).slug);
    expect(new Set(slugs).size).toBe(3);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
    for (const name of ["   ", ""])
      await expect(store.save(memory(name))).rejects.toMatchObject({ code: "invalid" });
    expect((await store.save(memory("🦊", { body: "again" }))).slug).toBe(slugs[0]);
    expect((await store.list()).memories).toHaveLength(3);
  });

  it("SLUG-02 names with the same Latin word are two files, the same ones in a new process", async () => {
    const store = await start();
    const names = ["Redis：缓存策略", "Redis：连接池上限"];
    const slugs = [];
    for (const name of names) slugs.push((await store.save(memory(name))).slug);
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug).toMatch(/^redis-[0-9a-f]{8}$/);
    expect(await open.again().save(memory(names[0] ?? ""))).toMatchObject({
      action: "updated",
      slug: slugs[0],
    });
  });

  it("SLUG-05 device names and trailing dots never become file names, and the name stays", async () => {
    const store = await start();
    for (const name of [
      "con",
      "AUX",
      "nul.notes",
      "com1",
      "lpt9 cable",
      "ends with dot.",
      "ends with space ",
    ]) {
      const { slug } = await store.save(memory(name));
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug).not.toMatch(/^(con|prn|aux|nul|com[1-9]|lpt[1-9])$/);
      expect((await store.read(slug)).name).toBe(name);
      expect((await store.save(memory(name))).slug).toBe(slug);
    }
  });

  it("SLUG-07 path-like names stay inside the folder, and path-like references find nothing", async () => {
    const store = await start();
    for (const name of [
      "../escape",
      "a/b",
      "..\\..\\escape",
      "C:\\escape",
      "/srv/escape",
      "nul\u0000byte",
      ".",
      "..",
    ]) {
      const { slug } = await store.save(memory(name));
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      await expect(store.remove(name, { source: "agent" })).rejects.toMatchObject({ code: "not-found" });
      await expect(store.read(name)).rejects.toMatchObject({ code: "not-found" });
      expect((await store.read(slug)).name).toBe(name);
    }
    const index = (await open.snapshot())["project/memory/MEMORY.md"] ?? "";
    expect(index.match(/\]\(([^)]*)\)/g)?.every((link) => /^\]\([a-z0-9-]+\.md\)$/.test(link))).toBe(true);
    expect((await store.list()).memories).toHaveLength(8);
  });

  it("a description of two lines becomes one", async () => {
    const store = await start();
    const { slug } = await store.save(memory("A", { description: "one\r\n  two\n", name: "first\nsecond" }));
    expect(await store.read(slug)).toMatchObject({ name: "first second", description: "one two" });
  });
});
