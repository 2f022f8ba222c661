import { describe, expect, it } from "vitest";

import type { HistoryRecord } from "../../storage/index.ts";
import { openFolderStore, type FolderStore } from "../testing/folder-store.ts";
import { forgetMemories } from "./forget-memories.ts";
import { planForgetting, sessionsNamed } from "./plan-forgetting.ts";
import { historyPurge, planPurge } from "./purge-plan.ts";

const session = "20310101-000000-abcd";
const agent = { source: "agent", session } as const;
const person = { source: "user" } as const;
const of = (name: string, body: string, type = "user") => ({
  name,
  description: `about ${name}`,
  type,
  body,
});

async function forget(folder: FolderStore) {
  return forgetMemories(folder.options, await planForgetting(folder.options, session));
}

async function purge({ storage }: FolderStore): Promise<void> {
  const plan = await planPurge(storage, { session, isPurgedFile: () => false });
  for (const scope of ["project", "user"] as const) await storage.purgeHistory(scope, historyPurge(plan));
}

async function historyOf({ storage }: FolderStore): Promise<HistoryRecord[]> {
  const records: HistoryRecord[] = [];
  for (const scope of ["user", "project"] as const)
    for await (const record of storage.history(scope)) records.push(record);
  return records;
}

describe("forgetting what a session brought", () => {
  it("deletes what it made, puts back what it changed, leaves what others changed since, and can be undone", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("mine", "one"), ...person });
    await store.save({ ...of("shared work", "one"), ...person });
    await store.save({ ...of("untouched", "one"), ...person });
    const before = await folder.snapshot();
    await store.save({ ...of("made", "made"), ...agent });
    await store.save({ ...of("made too", "made", "project"), source: "extracted", session });
    await store.save({ name: "mine", body: "two", ...agent });
    await store.save({ name: "mine", description: "three", ...agent });
    await store.save({ name: "shared work", body: "two", ...agent });
    await store.save({ name: "shared work", body: "three", ...person });
    await store.save({ name: "made", body: "made by two", ...person });
    const full = await folder.snapshot();

    const plan = await planForgetting(folder.options, session);
    expect(plan.removed.map(({ id, isChanged }) => [id, isChanged])).toEqual([
      ["user/made", true],
      ["project/made-too", false],
    ]);
    expect(plan.restored.map(({ id }) => id)).toEqual(["user/mine"]);
    expect(plan.left.map(({ id }) => id)).toEqual(["user/shared-work"]);
    expect(await folder.snapshot()).toEqual(full);

    const done = await forget(folder);
    expect([done.removed, done.restored]).toEqual([["user/made", "project/made-too"], ["user/mine"]]);
    const after = await folder.snapshot();
    expect(after["home/memory/mine.md"]).toBe(before["home/memory/mine.md"]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(await forget(folder)).toMatchObject({ removed: [], restored: [] });
    for (let times = 0; times < 3; times += 1) expect((await store.undo(person)).undone).toBe(true);
    expect(await folder.snapshot()).toEqual(full);
    await folder.close();
  });

  it("goes by the header where there is no history, and knows every session that is named", async () => {
    const header = `---\nname: x\ndescription: y\ntype: user\nsession: ${session}\n---\n\nbody\n`;
    const folder = await openFolderStore({ files: { "home/memory/x.md": header, "home/memory/y.md": "y" } });
    await folder.store.save({ ...of("z", "z"), source: "agent", session: "another" });
    expect((await sessionsNamed(folder.options)).toSorted()).toEqual([session, "another"]);
    expect((await forget(folder)).removed).toEqual(["user/x"]);
    await folder.close();
  });

  it("knows a memory through a move, an undo, and from another that has its name later", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("moves", "made"), ...agent });
    await store.save({ slug: "user/moves", type: "project", ...person });
    await store.save({ ...of("comes back", "made"), ...agent });
    await store.remove("comes-back", person);
    await store.undo(person);
    await store.save({ ...of("again", "made"), ...agent });
    await store.remove("again", person);
    await store.save({ ...of("again", "the person's own"), ...person });
    expect((await forget(folder)).removed).toEqual(["user/comes-back", "project/moves"]);
    expect((await store.read("again")).body).toContain("own");
    await folder.close();
  });

  it("leaves one that was edited by hand, and one that changes while it is asked", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("mine", "one"), ...person });
    await store.save({ name: "mine", body: "two", ...agent });
    await store.save({ ...of("made", "made"), ...agent });
    const text = (await folder.snapshot())["home/memory/mine.md"] ?? "";
    await folder.put("home/memory/mine.md", `${text}by hand\n`);
    const plan = await planForgetting(folder.options, session);
    expect(plan.left).toMatchObject([{ id: "user/mine", why: expect.stringContaining("edited") }]);
    await folder.put("home/memory/made.md", "by hand");
    const done = await forgetMemories(folder.options, plan);
    expect(done.left.map(({ id }) => id)).toEqual(["user/mine", "user/made"]);
    expect(done.removed).toEqual([]);
    await folder.close();
  });
});

describe("purging it from the histories", () => {
  it("leaves no text of it, and an undo of everything else as it was", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("first", "kept one"), ...person });
    await store.save({ ...of("MARKER one", "MARKER body"), ...agent });
    await store.save({ ...of("second", "kept two"), ...person });
    await store.save({ name: "first", body: "MARKER in another", ...agent });
    await store.save({ ...of("MARKER two", "MARKER", "project"), ...agent });
    await store.save({ slug: "project/marker-two", type: "user", ...person });
    await store.remove("second", person);
    await store.save({ ...of("third", "kept three"), ...person });
    await forget(folder);
    // Three deletes and one that was put back, all taken back and done again.
    for (let times = 0; times < 3; times += 1) await store.undo(person);
    await forget(folder);
    await purge(folder);
    const history = await historyOf(folder);
    expect(JSON.stringify(history)).not.toMatch(/MARKER|marker/);
    expect(JSON.stringify(await folder.snapshot())).not.toMatch(/MARKER|marker/);
    expect((await store.log()).map(({ op, slug }) => `${op} ${slug}`)).toEqual([
      "create third",
      "delete second",
      "create second",
      "create first",
    ]);
    const undone = [];
    for (let times = 0; times < 5; times += 1) undone.push((await store.undo(person)).undone);
    expect(undone).toEqual([true, true, true, true, false]);
    expect(await folder.snapshot()).toEqual({});
    await folder.close();
  });

  it("leaves nothing of it in what others changed later, and no undo of that", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("theirs", "kept one\nkept two"), ...person });
    await store.save({ name: "theirs", body: "kept one\nXMARK\nkept two", description: "XM", ...agent });
    await store.save({ name: "theirs", body: "kept one\nfirst XMARK\nsame last", ...person });
    await store.save({ name: "theirs", body: "PERSON one\nPERSON two", description: "ok", ...person });
    await store.save({ ...of("other", "its body"), ...person });
    expect((await planPurge(folder.storage, { session, isPurgedFile: () => false })).losing).toEqual([
      "user/theirs",
    ]);
    await forget(folder);
    await purge(folder);
    expect(JSON.stringify(await historyOf(folder))).not.toMatch(/XM/);
    expect((await store.undo(person)).undone).toBe(true);
    expect(await store.undo(person)).toMatchObject({
      undone: false,
      reason: expect.stringContaining("went for good with a session"),
    });
    expect((await store.read("theirs")).body).toContain("PERSON two");
    await folder.close();
  });

  it("keeps what a person wrote into a memory after it, also where the memory is gone", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("mine", "line one\nline two"), ...person });
    await store.save({ name: "mine", body: "line one\nline two\nXMARK of it", ...agent });
    await store.save({ name: "mine", body: "line one\nPERSON later words", ...person });
    await store.remove("mine", person);
    await forget(folder);
    await purge(folder);
    const history = JSON.stringify(await historyOf(folder));
    expect([history.includes("XMARK"), history.includes("PERSON later words")]).toEqual([false, true]);
    expect((await store.undo(person)).undone).toBe(true);
    expect((await store.read("mine")).body).toContain("PERSON later words");
    expect((await store.undo(person)).undone).toBe(false);
    await folder.close();
  });

  it("follows its words through a move", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("mine", "one"), ...person });
    await store.save({ name: "mine", body: "XMARK", ...agent });
    await store.save({ slug: "user/mine", type: "project", ...person });
    await store.save({ slug: "project/mine", body: "PERSON", ...person });
    await purge(folder);
    const history = JSON.stringify(await historyOf(folder));
    expect(history).not.toContain("XMARK");
    await folder.close();
  });

  it("takes a line of it out of the records of others, and keeps what a session deleted", async () => {
    const folder = await openFolderStore();
    const { store } = folder;
    await store.save({ ...of("old", "kept"), ...person });
    await store.remove("old", agent);
    await store.save({ ...of("MARKER", "x"), ...agent });
    // A line that moves to the front takes those that it passes into its record.
    const index = (await folder.snapshot())["home/memory/MEMORY.md"] ?? "";
    await folder.put("home/memory/MEMORY.md", "");
    await store.save({ ...of("other", "y"), ...person });
    await folder.put("home/memory/MEMORY.md", index);
    await store.save({ name: "other", description: "again", ...person });
    await forget(folder);
    await purge(folder);
    expect(JSON.stringify(await historyOf(folder))).not.toContain("MARKER");
    expect((await store.log()).map(({ op, slug }) => `${op} ${slug}`)).toContain("delete old");
    for (let times = 0; times < 3; times += 1) await store.undo(person);
    expect((await store.read("old")).body).toContain("kept");
    await folder.close();
  });
});
