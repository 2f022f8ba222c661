import { afterEach, describe, expect, it } from "vitest";

import { openFolderStore, type FolderStore, type FolderStoreOptions } from "./testing/folder-store.ts";
import type { SaveInput } from "./types.ts";

let open: FolderStore;
afterEach(() => open.close());

async function start(options?: FolderStoreOptions) {
  open = await openFolderStore(options);
  return open.store;
}

const wish: SaveInput = {
  name: "commit message 前缀",
  description: "写 commit message 时用 feat:/fix:/docs: 这类前缀",
  type: "feedback",
  body: "commit message 第一行必须以 feat: / fix: / docs: 开头。",
  source: "agent",
  session: "20261129-171500-a1b2",
};

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

function indexLines(snapshot: Record<string, string>, path: string): string[] {
  return (snapshot[path] ?? "").split("\n").filter((line) => line !== "");
}

describe("saving", () => {
  it("writes a file and an index line of the documented form", async () => {
    const store = await start();
    const saved = await store.save(wish);
    expect(saved).toEqual({
      id: "user/commit-message-071596ac",
      slug: "commit-message-071596ac",
      scope: "user",
      path: open.storage.locate("home/memory/commit-message-071596ac.md"),
      action: "created",
      notes: [],
    });
    const snapshot = await open.snapshot();
    expect(snapshot["home/memory/MEMORY.md"]).toBe(
      "- [commit message 前缀](commit-message-071596ac.md) — 写 commit message 时用 feat:/fix:/docs: 这类前缀\n",
    );
    expect(snapshot["home/memory/commit-message-071596ac.md"]).toMatch(
      /^---\nname: commit message 前缀\ndescription: ".*"\ntype: feedback\nmodified: 2031-\S+Z\nsource: agent\nsession: 20261129-171500-a1b2\n---\ncommit message 第一行.*\n$/,
    );
    expect(await store.read("commit-message-071596ac")).toMatchObject({
      ...wish,
      body: `${wish.body}\n`,
      problems: [],
    });
  });

  it("type decides the scope, unless the caller does", async () => {
    const store = await start();
    expect((await store.save(memory("a", { type: "user" }))).id).toBe("user/a");
    expect((await store.save(memory("b", { type: "reference" }))).id).toBe("project/b");
    expect((await store.save(memory("c", { type: "feedback", scope: "project" }))).id).toBe("project/c");
  });

  it("the same name updates its file; what is not given stays", async () => {
    const store = await start();
    await store.save(wish);
    const updated = await store.save({
      name: wish.name ?? "",
      type: "feedback",
      description: "kürzer",
      source: "user",
    });
    expect(updated).toMatchObject({ action: "updated", slug: "commit-message-071596ac" });
    expect(await store.read(updated.id)).toMatchObject({
      description: "kürzer",
      body: `${wish.body}\n`,
      source: "user",
    });
    expect(indexLines(await open.snapshot(), "home/memory/MEMORY.md")).toEqual([
      "- [commit message 前缀](commit-message-071596ac.md) — kürzer",
    ]);
  });

  it("a slug names what to update; the name may change and the file keeps its name", async () => {
    const store = await start();
    await store.save(memory("DB port"));
    await store.save({ slug: "db-port", name: "Database port", source: "user" });
    expect(Object.keys(await open.snapshot())).toEqual([
      "project/memory/MEMORY.md",
      "project/memory/db-port.md",
    ]);
    expect((await store.save(memory("Database port"))).slug).toBe("db-port");
    expect((await store.save(memory("DB port"))).slug).toMatch(/^db-port-[0-9a-f]{8}$/);
  });

  it("never lands on a memory of another name", async () => {
    const store = await start();
    const slugs: string[] = [];
    const long = "the same sixty characters at the front of two long names, and then";
    for (const name of [
      "C++ style",
      "C style",
      `${long} one`,
      `${long} two`,
      "memory",
      "Memory",
      "ends with dot",
      "ends with dot.",
    ]) {
      slugs.push((await store.save(memory(name))).slug);
    }
    expect(new Set(slugs).size).toBe(slugs.length);
    expect((await store.list()).memories).toHaveLength(slugs.length);
    for (const name of ["C++ style", `${long} two`, "Memory"]) {
      expect((await store.save(memory(name))).action).toBe("updated");
    }
  });

  it("finds a person's file by its name, whatever its file name and index line say", async () => {
    const store = await start({
      files: {
        "project/memory/MEMORY.md": "- [the port](DB_Port.md) — see there\n",
        "project/memory/DB_Port.md": "---\nname: Database port\ndescription: old\ntype: project\n---\nold\n",
        "project/memory/no-line.md": "---\nname: Without a line\ndescription: old\ntype: project\n---\nold\n",
      },
    });
    expect(await store.save(memory("Database port"))).toMatchObject({ action: "updated", slug: "DB_Port" });
    expect(await store.save(memory("Without a line"))).toMatchObject({ action: "updated", slug: "no-line" });
    expect((await store.save(memory("db port"))).slug).toMatch(/^db-port$/);
    expect((await store.save(memory("DB_Port"))).slug).toMatch(/^db-port-[0-9a-f]{8}$/);
  });

  it("keeps a curated line when neither name nor description changes", async () => {
    const index = "1. **[Lint first](lint-first.md)** (feedback): always\n";
    const store = await start({
      files: {
        "home/memory/MEMORY.md": index,
        "home/memory/lint-first.md": "---\nname: Lint first\ndescription: lint\ntype: feedback\n---\nold\n",
      },
    });
    await store.save({ slug: "lint-first", body: "new", source: "agent" });
    expect((await open.snapshot())["home/memory/MEMORY.md"]).toBe(index);
    await store.save({ slug: "lint-first", description: "lint, then test", source: "agent" });
    expect((await open.snapshot())["home/memory/MEMORY.md"]).toBe(
      "1. [Lint first](lint-first.md) — lint, then test\n",
    );
  });

  it("a change of scope moves file and lines in one step, seen once in the log", async () => {
    const store = await start();
    await store.save(memory("Deploy day", { type: "feedback" }));
    const moved = await store.save({ slug: "deploy-day", type: "project", source: "agent" });
    expect(moved).toMatchObject({ id: "project/deploy-day", action: "updated" });
    expect(Object.keys(await open.snapshot())).toEqual([
      "project/memory/MEMORY.md",
      "project/memory/deploy-day.md",
    ]);
    expect((await store.log()).map(({ op, scope }) => [op, scope])).toEqual([
      ["move", "project"],
      ["create", "user"],
    ]);
    expect((await store.save({ slug: "deploy-day", type: "reference", source: "agent" })).scope).toBe(
      "project",
    );
    expect((await store.save({ slug: "project/deploy-day", scope: "user", source: "agent" })).scope).toBe(
      "user",
    );
  });

  it("does not move onto a memory of the same slug", async () => {
    const store = await start();
    await store.save(memory("a", { type: "user" }));
    await store.save(memory("a", { type: "project" }));
    await expect(store.save({ slug: "user/a", type: "project", source: "agent" })).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(store.save({ slug: "a", body: "x", source: "agent" })).rejects.toMatchObject({
      code: "ambiguous",
      message: expect.stringContaining("user/a or project/a") as string,
    });
    expect((await store.save({ slug: "a", scope: "user", body: "x", source: "agent" })).id).toBe("user/a");
  });

  it("an explicit slug is an existing stem or one that could be made", async () => {
    const store = await start({
      files: {
        "home/memory/feedback_no-friday.md":
          "---\nname: no-friday\ndescription: no\ntype: feedback\n---\nx\n",
      },
    });
    expect(await store.save({ slug: "feedback_no-friday", body: "never", source: "agent" })).toMatchObject({
      action: "updated",
    });
    expect(await store.save(memory("A", { slug: "my-own" }))).toMatchObject({
      action: "created",
      id: "project/my-own",
    });
    for (const slug of [
      "../escape",
      "a/b",
      "My_Slug",
      "con",
      "memory",
      "MEMORY",
      "a".repeat(61),
      "",
      "x.md",
    ]) {
      await expect(store.save(memory("B", { slug }))).rejects.toMatchObject({ code: "invalid" });
    }
    await expect(store.save({ slug: "not-there", body: "x", source: "agent" })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(Object.keys(await open.snapshot())).toHaveLength(4);
  });

  it("a version that the caller read must still be there", async () => {
    const store = await start();
    await store.save(memory("A"));
    const { version } = await store.read("a");
    await store.save({ slug: "a", body: "two", source: "agent", version });
    await expect(store.save({ slug: "a", body: "three", source: "agent", version })).rejects.toMatchObject({
      code: "conflict",
    });
    await store.remove("a", { source: "user" });
    await expect(store.save(memory("A", { version }))).rejects.toMatchObject({ code: "conflict" });
  });

  it("keeps CRLF, byte order mark, comments and unknown keys of a file", async () => {
    const text =
      "\ufeff---\r\n# mine\r\nname: A\r\ndescription: 'old' # note\r\ntags: [x]\r\ntype: project\r\n---\r\n\r\nold\r\n";
    const store = await start({ files: { "project/memory/a.md": text } });
    await store.save({ slug: "a", description: "new", body: "one\ntwo\n", source: "agent" });
    expect((await open.snapshot())["project/memory/a.md"]).toMatch(
      /^\ufeff---\r\n# mine\r\nname: A\r\ndescription: new # note\r\ntags: \[x\]\r\ntype: project\r\nmodified: \S+\r\nsource: agent\r\n---\r\n\r\none\r\ntwo\r\n$/,
    );
  });
});

describe("refusing", () => {
  it.each([
    ["a blank name", { name: "   " }, "name"],
    ["a name nobody sees", { name: "\u200b\u3164" }, "name"],
    ["no description", { description: "\n" }, "description"],
    ["a blank type", { type: " " }, "type"],
    ["an unknown type", { type: "misc" }, "user, feedback, project, reference"],
    ["an unknown scope", { scope: "team" }, "user, project"],
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
