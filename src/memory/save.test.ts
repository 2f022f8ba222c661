import { afterEach, describe, expect, it } from "vitest";

import { parseMemory, rewriteMemory } from "./format.ts";
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

describe("saving over what somebody else wrote", () => {
  it("names no session that the new words were not said in", async () => {
    const store = await start();
    const extracted = { source: "extracted", session: "20310301-080000-00ab" } as const;
    const { id } = await store.save(memory("Deploys", extracted));
    await store.save({ slug: id, body: "By the same.\n", source: "extracted" });
    expect((await store.read(id)).session).toBe(extracted.session);
    await store.save({ slug: id, body: "Theirs.\n", source: "user" });
    expect(await store.read(id)).toMatchObject({ source: "user", session: null, problems: [] });
    const files = Object.values(await open.snapshot());
    expect(files.join("\n")).not.toContain(extracted.session);
  });

  it("takes out the line of the session wherever it stands, and nothing beside it", async () => {
    const rewrite = async (text: string) => {
      const result = await rewriteMemory(text, { header: {}, dropsSession: true });
      return result.ok ? result.text : result.problem.text;
    };
    const without = "---\nname: a\nmetadata:\n  type: user\n---\nBody.\n";
    expect(await rewrite("---\nname: a\nmetadata:\n  session: x # y\n  type: user\n---\nBody.\n")).toBe(
      without,
    );
    expect(await rewrite(without)).toBe(without);
    const empty = await rewrite('---\nname: a\nmetadata: {session: "x", type: user}\n---\nBody.\n');
    expect((await parseMemory(empty, "a")).header).toMatchObject({ session: null, type: "user" });
  });
});

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
    expect((await store.save(memory("Y", { slug: "user/yyy", type: "project" }))).id).toBe("user/yyy");
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
    expect(Object.keys(await open.snapshot())).toHaveLength(5);
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
