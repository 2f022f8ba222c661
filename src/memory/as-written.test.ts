import { readFile, writeFile } from "node:fs/promises";
import { afterEach, expect, it } from "vitest";
import { isAsWritten } from "./as-written.ts";
import { openFolderStore, type FolderStore } from "./testing/folder-store.ts";

let open: FolderStore;
afterEach(() => open.close());

it("a memory is as daybook wrote it until somebody edits its file", async () => {
  open = await openFolderStore();
  const { store, storage } = open;
  const tea = {
    name: "Tea",
    description: "what they drink",
    type: "user",
    body: "Green.\n",
    source: "extracted",
  } as const;
  const { id } = await store.save(tea);
  await store.save({ ...tea, name: "Coffee" });
  const isIt = async () => isAsWritten(storage, await store.read(id));
  expect(await isIt()).toBe(true);
  const { file } = await store.read(id);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("Green", "Black"));
  expect(await isIt()).toBe(false);
  await writeFile(file, text);
  expect(await isIt()).toBe(true);
  await store.save({ slug: id, body: "White.\n", source: "extracted" });
  await store.undo({ source: "user" });
  expect(await isIt()).toBe(true);
  // One that came from elsewhere is in no history.
  const elsewhere = file.replace("tea.md", "elsewhere.md");
  await writeFile(elsewhere, text);
  expect(await isAsWritten(storage, await store.read("elsewhere"))).toBe(false);
});
