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

describe("refusing", () => {
  it.each([
    ["a blank name", { name: "   " }, "name"],
    ["a name nobody sees", { name: "\u200b\u3164" }, "name"],
    ["no description", { description: "\n" }, "description"],
    ["a blank type", { type: " " }, "type"],
    ["an unknown type", { type: "misc" }, "user, feedback, project, reference"],
    ["an unknown scope", { scope: "team" }, "user, project"],
    ["an id of another scope", { slug: "project/zzz", scope: "user" }, "scope user was given beside it"],
    ["a long name", { name: "n".repeat(200) }, "200 characters; the limit is 120"],
    ["a long description", { description: "d".repeat(501) }, "501 characters; the limit is 500"],
    ["a long body", { body: "前".repeat(24_000) }, "72,001 bytes; the limit is 65,536"],
  ])("%s", async (_title, wrong, message) => {
    const store = await start();
    await expect(store.save(memory("A", wrong))).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message) as string,
    });
    expect(await open.snapshot()).toEqual({});
  });

  it("a missing field, naming it", async () => {
    const store = await start();
    await expect(store.save({ name: "A", type: "user", source: "agent" })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("Missing or blank: description") as string,
    });
    await expect(store.save({ source: "agent" })).rejects.toMatchObject({ code: "invalid" });
  });

  it("a secret, naming kind and line, never the value, with nothing on disk", async () => {
    const secret = ["hun", "ter2!"].join("");
    const gate = {
      check: async (text: string) =>
        text
          .split("\n")
          .flatMap((line, at) =>
            line.includes(secret) ? [{ kind: "password in prose", line: at + 1 }] : [],
          ),
    };
    const store = await start({ gate });
    const saving = store.save(memory("A", { body: `one\ntwo ${secret}\n` }));
    await expect(saving).rejects.toMatchObject({
      code: "secret",
      message: expect.stringContaining("password in prose in the body, line 2") as string,
      data: { kind: "password in prose" },
    });
    await expect(saving).rejects.not.toMatchObject({ message: expect.stringContaining(secret) as string });
    await expect(store.save(memory(`A ${secret}`))).rejects.toMatchObject({
      message: expect.stringContaining("password in prose in the name") as string,
    });
    expect(await open.snapshot()).toEqual({});
    expect(await store.log()).toEqual([]);
  });

  it("an index that is no text", async () => {
    const store = await start({ files: { "project/memory/MEMORY.md": new Uint8Array([0xff, 0xfe, 0x41]) } });
    await expect(store.save(memory("A"))).rejects.toMatchObject({ code: "unreadable" });
    expect(Object.keys(await open.snapshot())).toEqual(["project/memory/MEMORY.md"]);
  });
});

describe("files that could not be made out", () => {
  it("FM-07 are never overwritten, and do not stop the others", async () => {
    const bad = "---\nname: 'unterminated\ndescription: [oops\n\ttype: project\n---\n\nbad body\n";
    const good = (name: string, body: string) =>
      `---\nname: ${name}\ndescription: a good one\ntype: project\n---\n\n${body}\n`;
    const store = await start({
      files: {
        "project/memory/a.md": good("A note", "alpha"),
        "project/memory/bad.md": bad,
        "project/memory/z.md": good("Z note", "omega"),
      },
    });
    const { memories, notices } = await store.list();
    expect(memories.map(({ name }) => name).toSorted()).toEqual(["A note", "Z note"]);
    expect(notices).toEqual([expect.stringMatching(/bad\.md.*line 4/) as string]);
    expect((await store.save(memory("New one"))).action).toBe("created");
    await expect(store.save({ slug: "bad", body: "x", source: "agent" })).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringMatching(/bad\.md.*line/) as string,
    });
    expect((await store.save(memory("bad"))).slug).toMatch(/^bad-[0-9a-f]{8}$/);
    expect((await open.snapshot())["project/memory/bad.md"]).toBe(bad);
    expect((await store.read("bad")).body).toBe("bad body\n");
    const view = (await store.indexes()).views.find(({ scope }) => scope === "project");
    expect(view?.text).toContain("(bad.md)");
    await store.remove("bad", { source: "user" });
    await store.undo({ source: "user" });
    expect((await open.snapshot())["project/memory/bad.md"]).toBe(bad);
  });

  it("that are no text are named and left alone", async () => {
    const store = await start({ files: { "home/memory/bin.md": new Uint8Array([0xff, 0x00, 0x41]) } });
    expect((await store.list()).notices).toEqual([expect.stringMatching(/bin\.md.*not UTF-8/) as string]);
    await expect(store.save({ slug: "bin", body: "x", source: "agent" })).rejects.toMatchObject({
      code: "unreadable",
    });
    await expect(store.remove("bin", { source: "user" })).rejects.toMatchObject({ code: "unreadable" });
  });
});
