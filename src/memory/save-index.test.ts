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

describe("the index stays a person's file", () => {
  it("IDX-02 the newest save is inside the loaded part", async () => {
    const numbers = Array.from({ length: 200 }, (_, at) => String(at + 1).padStart(3, "0"));
    const files = Object.fromEntries(
      numbers.map((n) => [
        `project/memory/note-${n}.md`,
        `---\nname: Note ${n}\ndescription: hook ${n}\ntype: project\n---\nx\n`,
      ]),
    );
    files["project/memory/MEMORY.md"] = numbers
      .map((n) => `- [Note ${n}](note-${n}.md) — hook ${n}\n`)
      .join("");
    const store = await start({ files });
    const { slug, notes } = await store.save(
      memory("Use port 8081 not 8080", { description: "replaces note 012" }),
    );
    const view = (await store.indexes()).views.find(({ scope }) => scope === "project");
    expect(view?.text.split("\n")[0]).toContain(`(${slug}.md)`);
    expect(view).toMatchObject({ loaded: 200, total: 201 });
    expect(notes).toEqual([expect.stringContaining("201 of 200 lines") as string]);
    // An update of what lies beyond the cut is moved to the front.
    const moved = await store.save({ slug: "note-200", description: "now seen", source: "agent" });
    expect(moved.notes[0]).toContain("moved to the front");
    const after = (await store.indexes()).views.find(({ scope }) => scope === "project");
    expect(after?.text.split("\n")[0]).toBe("- [Note 200](note-200.md) — now seen");
  });

  it("IDX-07 a curated index keeps its bytes but one line", async () => {
    const index =
      "# Memory\n\n## Deploys\n- [feedback_no-friday.md](feedback_no-friday.md) — no deploys on Friday\n- Host account: demo-team (one account only)\n\n## Paths\n| what | where |\n|---|---|\n| config | `C:\\Tools\\demo\\settings.json` |\n";
    const files = {
      "project/memory/MEMORY.md": index,
      "project/memory/feedback_no-friday.md":
        "---\nname: no-friday\ndescription: no deploys on Friday\ntype: feedback\n---\n\nNever on Friday.\n",
    };
    const store = await start({ files });
    const host = memory("Staging host", {
      type: "reference",
      description: "staging lives at stage.example.org",
    });
    const { slug } = await store.save(host);
    const saved = (await open.snapshot())["project/memory/MEMORY.md"] ?? "";
    expect(saved.replace(`- [Staging host](${slug}.md) — staging lives at stage.example.org\n`, "")).toBe(
      index,
    );
    await store.save({ ...host, description: "staging moved to stage2.example.org" });
    const updated = (await open.snapshot())["project/memory/MEMORY.md"] ?? "";
    expect(updated.replace(`- [Staging host](${slug}.md) — staging moved to stage2.example.org\n`, "")).toBe(
      index,
    );
    await store.remove(slug, { source: "agent" });
    expect(await open.snapshot()).toEqual(files);
  });

  it("says that a line was cut only when it was", async () => {
    const store = await start();
    expect((await store.save(memory("省略……", { description: "提交、推送、部署……等等" }))).notes).toEqual([]);
    const long = await store.save(memory("B", { description: "d".repeat(300) }));
    expect(long.notes).toEqual([expect.stringContaining("was cut to 200 characters") as string]);
    expect((await store.save({ slug: "b", body: "more", source: "agent" })).notes).toEqual([]);
  });

  it("says when the saved line cannot be seen, and when to condense", async () => {
    const prose = "prose\n".repeat(230);
    const store = await start({ files: { "project/memory/MEMORY.md": prose } });
    const { notes } = await store.save(memory("A"));
    expect(notes[0]).toContain("New sessions will not see this memory");
    expect(notes.at(-1)).toContain("231 of 200 lines");
    await open.put("home/memory/MEMORY.md", "prose\n".repeat(178));
    expect((await store.save(memory("A", { type: "user" }))).notes).toEqual([]);
    expect((await store.save(memory("B", { type: "user" }))).notes).toEqual([
      expect.stringContaining("Condense") as string,
    ]);
    await open.put("home/memory/MEMORY.md", `${"x".repeat(22_500)}\n`);
    expect((await store.save(memory("C", { type: "user" }))).notes).toEqual([
      expect.stringContaining("Condense") as string,
    ]);
  });

  const header = "---\nname: Last\ndescription: d\ntype: project\n---\nx\n";
  const dangling = Array.from({ length: 199 }, (_, at) => `- [Gone](gone-${at}.md) — x\n`).join("");

  it("counts what a session loads: lines without a file take no place", async () => {
    const index = `${dangling}# Mine\n- [Last](last.md) — d\n`;
    const store = await start({
      files: { "project/memory/MEMORY.md": index, "project/memory/last.md": header },
    });
    const { notes } = await store.save({ slug: "last", description: "e", source: "agent" });
    expect((await open.snapshot())["project/memory/MEMORY.md"]).toBe(index.replace("— d\n", "— e\n"));
    expect(notes).toEqual([
      expect.stringMatching(/201 of 200 lines .*a session loads only 2 of the lines.*Condense/) as string,
    ]);
  });

  it("counts what a session loads: held lines of a shared index take no place, files without a line do", async () => {
    const names = Array.from({ length: 179 }, (_, at) => `private-${at}`);
    const store = await start({
      files: {
        "shared/memory/MEMORY.md": "- held prose of a pull\n".repeat(199),
        ...Object.fromEntries(names.map((name) => [`project/memory/${name}.md`, header])),
      },
      shared: "trusted",
    });
    expect((await store.save(memory("A"))).notes).toEqual([
      expect.stringMatching(/200 of 200 lines .*a session loads only 1 of the lines/) as string,
    ]);
    const { notes } = await store.save({ slug: "private-7", description: "e", source: "agent" });
    expect(notes).toEqual([expect.stringMatching(/180 of 200 lines .*that a session loads/) as string]);
    expect((await store.indexes()).views[1]).toMatchObject({ total: 180, cut: null });
  });
});
