import { rm } from "node:fs/promises";

import { afterEach, describe, expect, it } from "vitest";

import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";
import type { SaveInput } from "./types.ts";

let open: FolderStore;
afterEach(() => open.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

const person = { source: "user" } as const;

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

describe("undo", () => {
  it.each([
    ["no index", {}],
    ["a curated index", { "project/memory/MEMORY.md": "# Memory\r\n\r\n- [x](x.md)\r\nprose" }],
    ["an empty index", { "project/memory/MEMORY.md": "" }],
  ])("save, update, rm, then three times undo: every byte as before, with %s", async (_title, files) => {
    const store = await start({ files });
    const states = [await open.snapshot()];
    await store.save(memory("A"));
    states.push(await open.snapshot());
    await store.save({ slug: "a", description: "changed", body: "changed\n", source: "agent" });
    states.push(await open.snapshot());
    await store.remove("a", person);
    for (const op of ["delete", "update", "create"]) {
      const undone = await store.undo(person);
      expect(undone).toMatchObject({ undone: true, op, id: "project/a", notes: [] });
      expect(await open.snapshot()).toEqual(states.pop());
    }
    expect(await store.undo(person)).toEqual({
      undone: false,
      code: "not-found",
      reason: "There is nothing to undo.",
    });
    expect((await store.log()).map(({ op, by }) => `${op} ${by}`)).toEqual([
      "undo user",
      "undo user",
      "undo user",
      "delete user",
      "update agent",
      "create agent",
    ]);
  });

  it("walks back through both scopes, newest first, and goes on after new changes", async () => {
    const store = await start();
    await store.save(memory("A", { type: "user" }));
    await store.save(memory("B"));
    await store.save(memory("C", { type: "user" }));
    expect(await store.undo(person)).toMatchObject({ id: "user/c" });
    expect(await store.undo(person)).toMatchObject({ id: "project/b" });
    await store.save(memory("D"));
    expect(await store.undo(person)).toMatchObject({ id: "project/d" });
    expect(await store.undo(person)).toMatchObject({ id: "user/a" });
    expect(await open.snapshot()).toEqual({});
  });

  it("takes a move back, file and lines", async () => {
    const store = await start();
    await store.save(memory("A", { type: "feedback" }));
    const before = await open.snapshot();
    await store.save({ slug: "a", type: "project", source: "agent" });
    expect(await store.undo(person)).toMatchObject({ op: "move", id: "user/a" });
    expect(await open.snapshot()).toEqual(before);
    expect(await store.undo(person)).toMatchObject({ op: "create", id: "user/a" });
    expect(await open.snapshot()).toEqual({});
  });

  it("never loses what a person changed since", async () => {
    const store = await start();
    await store.save(memory("A"));
    await open.put("project/memory/a.md", "mine now\n");
    const before = await open.snapshot();
    expect(await store.undo(person)).toMatchObject({
      undone: false,
      reason: expect.stringMatching(/a\.md.*changed.*daybook undo --skip/) as string,
    });
    expect(await open.snapshot()).toEqual(before);
  });

  it("goes on behind a change that a person edited over, when told to pass over it", async () => {
    const store = await start();
    await store.save(memory("Older"));
    await store.save(memory("A"));
    await open.put("project/memory/a.md", "mine now\n");
    const before = await open.snapshot();
    expect(await store.undo({ ...person, skip: true })).toMatchObject({
      undone: true,
      skipped: true,
      op: "create",
      id: "project/a",
      path: open.storage.locate("project/memory/a.md"),
    });
    expect(await open.snapshot()).toEqual(before);
    expect(await store.undo(person)).toMatchObject({ undone: true, id: "project/older" });
    expect(Object.keys(await open.snapshot())).toEqual(["project/memory/MEMORY.md", "project/memory/a.md"]);
    expect(await store.undo({ ...person, skip: true })).toMatchObject({ undone: false, code: "not-found" });
  });

  it.each([
    ["with its line left", (index: string) => index],
    ["with its line", (index: string) => index.replace(/.*\(c\.md\).*\n/, "")],
  ])("goes on where a person deleted the file by hand, %s", async (_title, edit) => {
    const store = await start();
    await store.save(memory("B"));
    const before = await open.snapshot();
    await store.save(memory("C"));
    await rm(open.storage.locate("project/memory/c.md"));
    await open.put(
      "project/memory/MEMORY.md",
      edit((await open.snapshot())["project/memory/MEMORY.md"] ?? ""),
    );
    expect(await store.undo(person)).toMatchObject({
      undone: true,
      id: "project/c",
      notes: [expect.stringMatching(/c\.md was gone already/) as string],
    });
    expect(await open.snapshot()).toEqual(before);
    expect(await store.undo(person)).toMatchObject({ undone: true, id: "project/b", notes: [] });
    expect(await open.snapshot()).toEqual({});
    expect(await store.undo(person)).toMatchObject({ undone: false });
  });

  it("restores what remains of a move that a person took back in part", async () => {
    const store = await start();
    await store.save(memory("A", { type: "feedback" }));
    const before = await open.snapshot();
    await store.save({ slug: "a", type: "project", source: "agent" });
    await rm(open.storage.locate("project/memory/a.md"));
    expect(await store.undo(person)).toMatchObject({ undone: true, op: "move", id: "user/a" });
    expect(await open.snapshot()).toEqual(before);
  });

  it("four at once take back four changes", async () => {
    const store = await start();
    for (const name of ["A", "B", "C", "D", "E"])
      await store.save(memory(name, { type: name < "C" ? "user" : "project" }));
    const undone = await Promise.all([1, 2, 3, 4].map(() => open.again().undo(person)));
    expect(undone.map((result) => result.undone && result.id).toSorted()).toEqual([
      "project/c",
      "project/d",
      "project/e",
      "user/b",
    ]);
    expect((await store.list()).memories.map(({ id }) => id)).toEqual(["user/a"]);
  });

  it.each(["- [B](b.md) — my words", "  * [B](b.md) my words\r", "- [**B**](b.md)"])(
    "gives back the line %j as it was, when the index changed meanwhile",
    async (line) => {
      const index = `# M\n- [A](a.md) — a\n${line}\n- [C](c.md) — c\n`;
      const store = await start({ files: { "project/memory/b.md": "---\nname: B\ntype: project\n---\n" } });
      await open.put("project/memory/MEMORY.md", index);
      await store.remove("b", person);
      await open.put("project/memory/MEMORY.md", "# Mine\n- [A](a.md) — a\n- [C](c.md) — c\n");
      expect(await store.undo(person)).toMatchObject({ undone: true });
      expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe(
        `# Mine\n${line.trim()}\n- [A](a.md) — a\n- [C](c.md) — c\n`,
      );
    },
  );

  it("keeps the words of a line that is there again", async () => {
    const store = await start();
    await store.save(memory("A"));
    await store.remove("a", person);
    await open.put("project/memory/MEMORY.md", "- [A](a.md) — newer words\n");
    expect(await store.undo(person)).toMatchObject({ undone: true });
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe("- [A](a.md) — newer words\n");
  });

  it("puts only its line right where a person changed the index since", async () => {
    const store = await start();
    await store.save(memory("A"));
    await store.save(memory("B"));
    await store.remove("b", person);
    await open.put("project/memory/MEMORY.md", "# Mine\n- [A](a.md) — my words\n");
    expect(await store.undo(person)).toMatchObject({
      undone: true,
      notes: [expect.stringContaining("only the line") as string],
    });
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe(
      "# Mine\n- [B](b.md) — about B\n- [A](a.md) — my words\n",
    );
    expect(await store.undo(person)).toMatchObject({ undone: true, op: "create", id: "project/b" });
    expect(await open.snapshot()).toMatchObject({
      "project/memory/MEMORY.md": "# Mine\n- [A](a.md) — my words\n",
    });
  });

  it("brings back a line that was deleted without a file", async () => {
    const index = "- [Gone](gone.md) — by hand\n- prose\n";
    const store = await start({ files: { "project/memory/MEMORY.md": index } });
    expect(await store.remove("gone", person)).toMatchObject({
      id: "project/gone",
      notes: [expect.stringContaining("only a line") as string],
    });
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe("- prose\n");
    expect(await store.undo(person)).toMatchObject({ undone: true, id: "project/gone" });
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe(index);
  });
});

describe("remove and read", () => {
  it("need only the slug, or the id; a slug of both scopes is ambiguous", async () => {
    const store = await start();
    await store.save(memory("Staging host"));
    await store.save(memory("Both", { type: "user" }));
    await store.save(memory("Both"));
    expect((await store.read("staging-host")).id).toBe("project/staging-host");
    expect((await store.read("project/staging-host.md")).id).toBe("project/staging-host");
    await expect(store.read("both")).rejects.toMatchObject({
      code: "ambiguous",
      data: { ids: ["user/both", "project/both"] },
    });
    expect((await store.read("both", { scope: "user" })).id).toBe("user/both");
    expect(await store.remove("project/both", { source: "agent" })).toMatchObject({
      id: "project/both",
      name: "Both",
      notes: [],
    });
    expect((await store.read("both")).id).toBe("user/both");
  });

  it("name what is near when nothing is found", async () => {
    const store = await start();
    await expect(store.read("x")).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("Nothing is saved") as string,
    });
    await store.save(memory("Staging host"));
    await expect(store.read("stagng-host")).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("Did you mean project/staging-host?") as string,
    });
    await expect(store.read("MEMORY")).rejects.toMatchObject({ code: "not-found" });
    await expect(store.read("staging-host", { scope: "team" })).rejects.toMatchObject({ code: "invalid" });
    const contrary = { source: "user", scope: "user" } as const;
    await expect(store.read("project/staging-host", contrary)).rejects.toMatchObject({ code: "invalid" });
    await expect(store.remove("project/staging-host", contrary)).rejects.toMatchObject({ code: "invalid" });
    const wrong = { source: "user", scope: "team" } as const;
    await expect(store.remove("staging-host", wrong)).rejects.toMatchObject({ code: "invalid" });
  });

  it("list sorts by scope, then newest, then slug", async () => {
    const header = (day: string) => `---\nname: n\ndescription: d\ntype: project\nmodified: ${day}\n---\n`;
    const store = await start({
      files: {
        "project/memory/old.md": header("2020-01-01"),
        "project/memory/new.md": header("2030-01-01T00:00:00Z"),
        "project/memory/also-new.md": header("2030-01-01T00:00:00Z"),
        "home/memory/mine.md": header("2010-01-01"),
        "home/memory/.hidden.md": "x",
        "home/memory/notes.txt": "x",
      },
    });
    expect((await store.list()).memories.map(({ id }) => id)).toEqual([
      "user/mine",
      "project/also-new",
      "project/new",
      "project/old",
    ]);
  });
});
