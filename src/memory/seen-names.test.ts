import { afterEach, expect, it } from "vitest";

import type { Storage } from "../storage/index.ts";
import { createMemoryStore } from "./store.ts";
import { openFolderStore, type FolderStore } from "./testing/folder-store.ts";

let open: FolderStore;
afterEach(() => open.close());

const file = (name: string) => `---\nname: ${name}\ndescription: d\ntype: user\n---\nx\n`;
const saved = { description: "d", type: "user", body: "x\n", source: "agent" } as const;

it("opens files without an index line once for their names, and again when they changed", async () => {
  const files = Array.from({ length: 40 }, (_, number) => [
    `home/memory/n${number}.md`,
    file(`N ${number}!`),
  ]);
  open = await openFolderStore({ files: Object.fromEntries(files) as Record<string, string> });
  let reads: string[] = [];
  const storage: Storage = {
    ...open.storage,
    change: (scopes, work) =>
      open.storage.change(scopes, (tx) => work({ ...tx, read: (path) => (reads.push(path), tx.read(path)) })),
  };
  const store = createMemoryStore({ ...open.options, storage });
  const opened = (): number => reads.splice(0).filter((path) => /\/n\d+\.md$/u.test(path)).length;
  expect(await store.save({ ...saved, name: "first" })).toMatchObject({ action: "created" });
  expect(opened()).toBe(40);
  expect(await store.save({ ...saved, name: "second" })).toMatchObject({ action: "created" });
  expect(opened()).toBe(0);
  await open.put("home/memory/n7.md", file("seventh by hand"));
  expect(await store.save({ ...saved, name: "seventh by hand" })).toMatchObject({
    action: "updated",
    slug: "n7",
  });
  expect(await store.save({ ...saved, name: "N 8!", body: "y\n" })).toMatchObject({
    action: "updated",
    slug: "n8",
  });
});
