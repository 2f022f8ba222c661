import { setTimeout as wait } from "node:timers/promises";

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
  return { name, description: "about it", type: "project", body: `${name}.\n`, source: "agent", ...more };
}

/** Changes a file as a person would, some time after it was saved. */
async function edit(path: string, from: string, to: string): Promise<void> {
  await wait(20);
  await open.put(path, ((await open.snapshot())[path] ?? "").replace(from, to));
}

describe("a name that a person corrected in the header", () => {
  it.each(["private", "shared"] as const)("is found while the line says the old one (%s)", async (where) => {
    const store = await start(where === "shared" ? { shared: "trusted" } : {});
    const folder = where === "shared" ? "shared/memory" : "project/memory";
    if (where === "shared") await open.put("project/project.json", trustedAlways);
    await store.save(memory("foo"));
    await edit(`${folder}/foo.md`, "name: foo", "name: bar");
    expect(await store.save(memory("bar", { body: "new\n" }))).toMatchObject({
      action: "updated",
      slug: "foo",
    });
    expect((await open.snapshot())[`${folder}/MEMORY.md`]).toBe("- [bar](foo.md) — about it\n");
    expect((await store.save(memory("foo"))).slug).toMatch(/^foo-[0-9a-f]{8}$/);
  });

  it.each([
    ["a save", () => open.store.save(memory("other"))],
    ["an update", () => open.store.save({ slug: "other", description: "new", source: "agent" })],
    ["a removal", () => open.store.remove("third", { source: "user" })],
  ])("is found after %s of another too: it puts the line right, and says so", async (_title, change) => {
    const store = await start();
    for (const name of ["foo", "other", "third"]) await store.save(memory(name));
    await edit("project/memory/foo.md", "name: foo", "name: bar");
    const { notes } = await change();
    expect(notes).toEqual(['The index line "foo" says "bar" now, as the header of its file does.']);
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toContain("- [bar](foo.md) — about it\n");
    await wait(20);
    expect(await open.again().save(memory("bar"))).toMatchObject({ action: "updated", slug: "foo" });
  });

  it("changes no line that a person worded", async () => {
    const index =
      "# Mine\n* [My foo](foo.md): the words I chose\n- [old](old.md) — curated\n- [No Friday](no-friday.md) — about it\n";
    const header = (name: string) => `---\nname: ${name}\ndescription: about it\ntype: project\n---\nx\n`;
    const store = await start({ files: { "project/memory/MEMORY.md": index } });
    await open.put("project/memory/foo.md", header("foo"));
    await open.put("project/memory/old.md", header("new"));
    await open.put("project/memory/no-friday.md", header("no-friday"));
    expect((await store.save(memory("other"))).notes).toEqual([]);
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe(
      index.replace("* [My", "- [other](other.md) — about it\n* [My"),
    );
  });

  it("is found in a large folder, where not every save looks", async () => {
    const numbers = Array.from({ length: 400 }, (_, number) => number);
    const store = await start({
      files: {
        ...Object.fromEntries(
          numbers.map((n) => [
            `project/memory/note-${n}.md`,
            `---\nname: Note ${n}\ndescription: d\ntype: project\n---\n`,
          ]),
        ),
        "project/memory/MEMORY.md": numbers.map((n) => `- [Note ${n}](note-${n}.md) — d\n`).join(""),
      },
    });
    await store.save(memory("one"));
    await edit("project/memory/note-7.md", "name: Note 7", "name: Seven");
    await store.save(memory("two"));
    await wait(500);
    expect(await store.save(memory("Seven"))).toMatchObject({ action: "updated", slug: "note-7" });
  });
});

const trustedAlways = JSON.stringify({
  id: "p",
  key: "/p",
  created: "2031-01-01T00:00:00.000Z",
  trust: { contents: [], lines: [], always: true },
});
