import { afterEach, describe, expect, it } from "vitest";

import { createMemoryStorage, type Storage } from "../storage/index.ts";
import { createMemoryStore } from "./store.ts";
import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";

let open: FolderStore | undefined;
afterEach(() => open?.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

function file(name: string, description: string, type = "project"): string {
  return `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${name}\n`;
}

describe("indexes", () => {
  it("both are there when nothing is saved", async () => {
    const { views, drift, notices } = await (await start()).indexes();
    expect(views.map(({ scope, text, total, cut }) => [scope, text, total, cut])).toEqual([
      ["user", "(No memories saved yet.)", 0, null],
      ["project", "(No memories saved yet.)", 0, null],
    ]);
    expect(drift.map(({ folder }) => folder)).toEqual(["home/memory", "project/memory"]);
    expect(notices).toEqual([]);
  });

  it("IDX-05 shows files without a line, leaves out lines without a file, and reports both", async () => {
    const store = await start({
      files: {
        "project/memory/MEMORY.md":
          "- [Lint first](lint-first.md) — run lint before tests\n- [Gone](gone.md) — file was deleted by hand\n",
        "project/memory/lint-first.md": file("Lint first", "run lint before tests", "feedback"),
        "project/memory/db-port.md": file("DB port", "the database listens on 5433"),
      },
    });
    const { views, drift } = await store.indexes();
    expect(views[1]?.text).toBe(
      "- [Lint first](lint-first.md) — run lint before tests\n- [DB port](db-port.md) — the database listens on 5433",
    );
    expect(drift[1]).toEqual({
      scope: "project",
      folder: "project/memory",
      filesWithoutLine: ["db-port.md"],
      linesWithoutFile: ["gone.md"],
    });
    expect((await store.list()).memories.map(({ slug }) => slug).toSorted()).toEqual([
      "db-port",
      "lint-first",
    ]);
  });

  it("IDX-01 a cut stands in the text and in the notices", async () => {
    const numbers = Array.from({ length: 238 }, (_, at) => String(at + 1).padStart(3, "0"));
    const files = Object.fromEntries(
      numbers.map((n) => [`project/memory/note-${n}.md`, file(`Note ${n}`, `hook ${n}`)]),
    );
    files["project/memory/MEMORY.md"] = numbers
      .map((n) => `- [Note ${n}](note-${n}.md) — hook ${n}\n`)
      .join("");
    const { views, notices } = await (await start({ files })).indexes();
    expect(views[1]).toMatchObject({ loaded: 200, total: 238, cut: notices[0] });
    expect(views[1]?.text.endsWith(notices[0] ?? "?")).toBe(true);
  });

  it("opens no memory that has its line", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`home/memory/m-${at}.md`, file(`M ${at}`, "x", "user")]),
    );
    files["home/memory/MEMORY.md"] = Object.keys(files)
      .map((path) => path.slice("home/memory/".length))
      .map((name) => `- [${name}](${name}) — x\n`)
      .join("");
    const storage = createMemoryStorage({ files });
    const read: string[] = [];
    const watched: Storage = { ...storage, read: (path) => (read.push(path), storage.read(path)) };
    const store = createMemoryStore({
      storage: watched,
      gate: { check: async () => [] },
      now: () => new Date(0),
    });
    expect((await store.indexes()).views[0]).toMatchObject({ loaded: 100, total: 100 });
    expect(read).toEqual(["home/memory/MEMORY.md", "project/memory/MEMORY.md"]);
  });

  it("works where no project is open", async () => {
    const storage = createMemoryStorage({ roots: ["home"] });
    const store = createMemoryStore({ storage, gate: { check: async () => [] }, now: () => new Date(0) });
    await store.save({ name: "A", description: "a", type: "user", source: "user" });
    await expect(
      store.save({ name: "A", description: "a", type: "project", source: "user" }),
    ).rejects.toMatchObject({ code: "invalid" });
    expect((await store.indexes()).views).toHaveLength(1);
    expect(await store.log()).toHaveLength(1);
    expect(await store.undo({ source: "user" })).toMatchObject({ undone: true });
  });
});
