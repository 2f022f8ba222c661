import { readFile } from "node:fs/promises";

import { afterEach, describe, expect, it } from "vitest";

import { createSecretGate } from "../guard/index.ts";
import { shareMemories } from "./share.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";

let open: FolderStore;
afterEach(() => open.close());

// Put together, so that no scanner takes this file for a leak.
const token = ["gh", "p_", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("");

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore({ gate: createSecretGate(), ...options });
  return open.store;
}

const person = { source: "user" } as const;
const header = "---\nname: Deploy\ndescription: how to deploy\ntype: project\n---\n";
const byHand = { "project/memory/deploy.md": `${header}first\nuse ${token} for it\n` };

function history(): Promise<string> {
  return readFile(open.storage.locate("project/history.jsonl"), "utf8");
}

describe("a secret that a person wrote into a memory", () => {
  it.each([
    ["in the body", byHand, /GitHub.*in the body, line 2/],
    [
      "in the header",
      { "project/memory/deploy.md": header.replace("type:", `note: ${token}\ntype:`) },
      /in the header/,
    ],
    [
      "in its line",
      {
        "project/memory/deploy.md": `${header}x\n`,
        "project/memory/MEMORY.md": `- [Deploy](deploy.md) — ${token}\n`,
      },
      /in the index line/,
    ],
  ])(
    "%s goes out of the history when the memory is deleted, and that is said",
    async (_title, files, note) => {
      const store = await start({ files });
      const { notes } = await store.remove("deploy", person);
      expect(notes).toEqual([expect.stringMatching(note) as string]);
      expect(notes[0]).not.toContain(token);
      expect(await history()).not.toContain(token);
      expect(await store.undo(person)).toMatchObject({
        undone: false,
        code: "conflict",
        reason: expect.stringContaining("held a secret") as string,
      });
    },
  );

  it("goes out of the history when an edit takes it out", async () => {
    const store = await start({ files: byHand });
    const saved = await store.save({ slug: "deploy", body: "ask Ana\n", source: "user" });
    expect(saved.notes).toEqual([expect.stringContaining("cannot be undone") as string]);
    expect(await history()).not.toContain(token);
    expect((await store.read("deploy")).body).toBe("ask Ana\n");
    expect(await store.undo({ ...person, skip: true })).toMatchObject({ skipped: true });
  });

  it("is not written again by an edit that leaves it in", async () => {
    const store = await start({ files: byHand });
    const saving = store.save({ slug: "deploy", description: "changed", source: "agent" });
    await expect(saving).rejects.toMatchObject({
      code: "secret",
      message: expect.stringMatching(/would still hold a secret .*in the body, line 2/) as string,
    });
    expect(await open.snapshot()).toEqual(byHand);
    expect(await store.log()).toEqual([]);
  });

  it("does not go into the shared folder", async () => {
    const store = await start({ files: byHand, shared: "trusted" });
    expect(await shareMemories(open.options, person)).toEqual({
      moved: [],
      notes: [expect.stringMatching(/deploy\.md stays private: it holds a secret/) as string],
    });
    expect((await store.list()).memories).toHaveLength(1);
  });

  it("what daybook saved itself can always be deleted and come back", async () => {
    const store = await start();
    await store.save({
      name: "password rules",
      description: "min password length 12, token in the vault",
      type: "project",
      body: "commit 3f2a9c1d8b7e6f5a4c3b2d1e0f9a8b7c6d5e4f3a\n",
      source: "agent",
    });
    const before = await open.snapshot();
    expect((await store.remove("password-rules", person)).notes).toEqual([]);
    await store.undo(person);
    expect(await open.snapshot()).toEqual(before);
  });
});
