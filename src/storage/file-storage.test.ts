import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { storageContract } from "./contract.ts";
import { createFileStorage } from "./file-storage.ts";
import type { FileStorageOptions } from "./file-storage.ts";
import { fingerprint } from "./journal.ts";

async function openTemporary(options: Partial<FileStorageOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "daybook-storage-"));
  const home = join(folder, "home");
  const shared = join(folder, "repository", ".agent");
  const project = join(home, "projects", "web-0123456789ab");
  let id = 0;
  const storage = createFileStorage({
    folders: { home, project, shared },
    now: () => new Date(),
    newId: () => `op-${(id += 1)}`,
    lockWaitMs: 60_000,
    ...options,
  });
  return { storage, folder, home, project, shared };
}

function linesOf(path: string): unknown[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

describe("the file storage", () => {
  storageContract({ test, expect }, async () => (await openTemporary()).storage);

  test("makes folders 0700 and files 0600, whatever the umask", async () => {
    const { storage, home } = await openTemporary();
    const before = process.umask(0);
    try {
      await storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "a"));
    } finally {
      process.umask(before);
    }
    const modeOf = (path: string) => (statSync(join(home, path)).mode & 0o777).toString(8);
    expect(modeOf("memory")).toBe("700");
    expect(modeOf("locks")).toBe("700");
    expect(modeOf("memory/a.md")).toBe("600");
    expect(modeOf("history.jsonl")).toBe("600");
  });

  test("a home that no file system can hold is named at once", async () => {
    const { storage } = await openTemporary({ folders: { home: "/proc/daybook-test" } });
    const writing = storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "a"));
    await expect(writing).rejects.toMatchObject({
      code: "io",
      message: expect.stringContaining("/proc/daybook-test"),
    });
  });

  test("leaves no lock and no temporary file behind", async () => {
    const { storage, home } = await openTemporary();
    await storage.change(["user", "project"], async (tx) => tx.write("home/memory/a.md", "a"));
    expect(readdirSync(join(home, "locks"))).toEqual([]);
    expect(readdirSync(join(home, "memory"))).toEqual(["a.md"]);
  });

  test("the history says before, after and that it is done", async () => {
    const { storage, home } = await openTemporary();
    await storage.change(["user"], async (tx) => {
      tx.write("home/memory/a.md", "a");
      tx.describe({ op: "create", scope: "user", slug: "a", by: "agent", session: "s" });
    });
    expect(linesOf(join(home, "history.jsonl"))).toEqual([
      {
        id: "op-1",
        ts: expect.any(String),
        scopes: ["user"],
        op: "create",
        scope: "user",
        slug: "a",
        by: "agent",
        session: "s",
        changes: [
          {
            path: "home/memory/a.md",
            before: null,
            after: fingerprint("a"),
            splice: { at: 0, removed: "", inserted: "a" },
          },
        ],
      },
      { done: "op-1" },
    ]);
  });

  test("a line of a long index costs a line of history", async () => {
    const { storage, home } = await openTemporary();
    const index = "- [a](a.md) — a\n".repeat(1_000);
    await storage.change(["user"], async (tx) => tx.write("home/memory/MEMORY.md", index));
    const before = statSync(join(home, "history.jsonl")).size;
    await storage.change(["user"], async (tx) =>
      tx.write("home/memory/MEMORY.md", `- [b](b.md) — b\n${index}`),
    );
    expect(statSync(join(home, "history.jsonl")).size - before).toBeLessThan(400);
  });

  test("a history with torn, foreign and NUL lines is read past them, and goes on on a line of its own", async () => {
    const { storage, home } = await openTemporary();
    await storage.change(["user"], async (tx) => tx.write("home/a.md", "a"));
    const path = join(home, "history.jsonl");
    writeFileSync(path, `${readFileSync(path, "utf8")}\0\0\0\n[1]\n{"done":5}\n{"id":"torn","ts":"20`);
    await storage.change(["user"], async (tx) => tx.write("home/a.md", "b"));
    const ids = [];
    for await (const record of storage.history("user")) ids.push(record.id);
    expect(ids).toEqual(["op-2", "op-1"]);
  });

  test("a file that is not UTF-8 is shown but never written or removed", async () => {
    const { storage, home } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    writeFileSync(join(home, "memory", "latin.md"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    expect(await storage.read("home/memory/latin.md")).toMatchObject({ found: true, faithful: false });
    for (const text of ["new", null]) {
      const changing = storage.change(["user"], async (tx) =>
        text === null ? tx.remove("home/memory/latin.md") : tx.write("home/memory/latin.md", text),
      );
      await expect(changing).rejects.toMatchObject({
        code: "unreadable",
        message: expect.stringContaining(`${join(home, "memory", "latin.md")} is not UTF-8`) as string,
      });
    }
    expect([...readFileSync(join(home, "memory", "latin.md"))]).toEqual([0x63, 0x61, 0x66, 0xe9]);
  });

  test("passing chunks hold what kept ones hold, of any range", async () => {
    const { storage, project } = await openTemporary();
    const bytes = Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * at) % 251));
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "events.jsonl"), bytes);
    for (const range of [{}, { from: 70_000 }, { from: 5, to: 800_000 }, { to: 10 }]) {
      const kept: Uint8Array[] = [];
      const copied: Uint8Array[] = [];
      for await (const chunk of storage.stream("project/events.jsonl", range)) kept.push(chunk);
      const passing = storage.stream("project/events.jsonl", { ...range, isPassing: true });
      for await (const chunk of passing) copied.push(Buffer.from(chunk));
      const { from = 0, to = bytes.length } = range as { from?: number; to?: number };
      expect(Buffer.concat(kept).equals(bytes.subarray(from, to))).toBe(true);
      expect(Buffer.concat(copied).equals(bytes.subarray(from, to))).toBe(true);
    }
  });

  test("a byte-order mark is part of the text", async () => {
    const { storage, home } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    writeFileSync(join(home, "memory", "bom.md"), "\uFEFFtext");
    expect(await storage.read("home/memory/bom.md")).toMatchObject({ text: "\uFEFFtext", faithful: true });
  });

  test("links that lead out are neither read, listed nor written through", async () => {
    const { storage, home, folder } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    mkdirSync(join(folder, "home-backup"));
    writeFileSync(join(folder, "home-backup", "secret.md"), "secret");
    symlinkSync(join(folder, "home-backup", "secret.md"), join(home, "memory", "file.md"));
    symlinkSync(join(folder, "home-backup"), join(home, "linked"));
    symlinkSync(join(folder, "home-backup", "new.md"), join(home, "memory", "dangling.md"));
    expect((await storage.list("home/memory")).map(({ name }) => name)).toEqual([]);
    for (const path of ["home/memory/file.md", "home/linked/secret.md", "home/memory/dangling.md"] as const) {
      await expect(storage.read(path)).rejects.toMatchObject({ code: "unsafe-path" });
      const writing = storage.change(["user"], async (tx) => tx.write(path, "x"));
      await expect(writing).rejects.toMatchObject({ code: "unsafe-path" });
    }
    await expect(storage.list("home/linked")).rejects.toMatchObject({ code: "unsafe-path" });
    expect(readFileSync(join(folder, "home-backup", "secret.md"), "utf8")).toBe("secret");
    expect(readdirSync(join(folder, "home-backup"))).toEqual(["secret.md"]);
  });

  test("a link inside the root stays a link; its target is written", async () => {
    const { storage, home } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    mkdirSync(join(home, "notes"));
    writeFileSync(join(home, "notes", "a.md"), "old");
    symlinkSync(join(home, "notes", "a.md"), join(home, "memory", "a.md"));
    await storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "new"));
    expect(readFileSync(join(home, "notes", "a.md"), "utf8")).toBe("new");
    expect((await storage.list("home/memory")).map(({ name }) => name)).toEqual(["a.md"]);
  });

  test("removing a link removes the link, and its target stays", async () => {
    const { storage, home } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    mkdirSync(join(home, "notes"));
    writeFileSync(join(home, "notes", "a.md"), "theirs");
    symlinkSync(join("..", "notes", "a.md"), join(home, "memory", "a.md"));
    await storage.change(["user"], async (tx) => tx.remove("home/memory/a.md"));
    expect(readdirSync(join(home, "memory"))).toEqual([]);
    expect(readFileSync(join(home, "notes", "a.md"), "utf8")).toBe("theirs");
    await storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "theirs"));
    expect(readFileSync(join(home, "memory", "a.md"), "utf8")).toBe("theirs");
  });

  test("in the shared folder the modes of a repository hold, and a person's own stay", async () => {
    const { storage, shared } = await openTemporary();
    const before = process.umask(0o022);
    try {
      await storage.change(["project"], async (tx) => tx.write("shared/memory/a.md", "a"));
      chmodSync(join(shared, "memory", "a.md"), 0o640);
      await storage.change(["project"], async (tx) => tx.write("shared/memory/a.md", "b"));
      await storage.change(["project"], async (tx) => tx.write("shared/memory/b.md", "b"));
    } finally {
      process.umask(before);
    }
    const modeOf = (path: string) => (statSync(join(shared, path)).mode & 0o777).toString(8);
    expect([modeOf("memory"), modeOf("memory/a.md"), modeOf("memory/b.md")]).toEqual(["755", "640", "644"]);
  });

  test.skipIf(process.platform === "win32")(
    "a pipe or a folder in place of a file is named, not waited for",
    async () => {
      const { storage, home } = await openTemporary();
      mkdirSync(join(home, "memory", "folder.md"), { recursive: true });
      execFileSync("mkfifo", [join(home, "memory", "pipe.md")]);
      for (const [path, what] of [
        ["home/memory/pipe.md", "pipe"],
        ["home/memory/folder.md", "folder"],
      ] as const) {
        await expect(storage.read(path)).rejects.toMatchObject({
          code: "unreadable",
          message: expect.stringContaining(what),
        });
      }
      expect(await storage.names("home/memory")).toEqual([]);
    },
  );

  test("a change is made anew when a person edited the file meanwhile", async () => {
    const { storage, home } = await openTemporary();
    await storage.change(["user"], async (tx) => tx.write("home/memory/MEMORY.md", "one\n"));
    let runs = 0;
    await storage.change(["user"], async (tx) => {
      const index = await tx.read("home/memory/MEMORY.md");
      runs += 1;
      if (runs === 1) writeFileSync(join(home, "memory", "MEMORY.md"), "one\nby hand\n");
      tx.write("home/memory/MEMORY.md", `${index.found ? index.text : ""}two\n`);
    });
    expect(runs).toBe(2);
    expect(readFileSync(join(home, "memory", "MEMORY.md"), "utf8")).toBe("one\nby hand\ntwo\n");
    expect(readdirSync(join(home, "memory"))).toEqual(["MEMORY.md"]);
  });

  test("what changed a moment ago is not settled yet", async () => {
    let now = new Date();
    const { storage } = await openTemporary({ now: () => now });
    await storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "a"));
    expect((await storage.list("home/memory"))[0]?.settled).toBe(false);
    now = new Date(Date.now() + 3_000);
    expect((await storage.list("home/memory"))[0]?.settled).toBe(true);
  });

  test.skipIf(process.getuid?.() === 0)("a folder without permission is named with its cause", async () => {
    const { storage, home } = await openTemporary();
    mkdirSync(join(home, "memory"), { recursive: true });
    chmodSync(join(home, "memory"), 0o500);
    const writing = storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "a"));
    await expect(writing).rejects.toMatchObject({
      code: "io",
      message: expect.stringContaining("permission"),
    });
  });
});

describe("lines that many processes add", () => {
  const path = "project/events.jsonl";

  test("a torn line is ended by the next one, and the old file is replaced when it is set aside again", async () => {
    const { storage, project } = await openTemporary();
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "events.jsonl"), '{"torn":');
    await storage.appendLine(path, "{}", { setAsideAt: 1_000 });
    expect(readFileSync(join(project, "events.jsonl"), "utf8")).toBe('{"torn":\n{}\n');
    for (const line of ["one", "two", "three"]) await storage.appendLine(path, line, { setAsideAt: 1 });
    expect(readFileSync(join(project, "events.jsonl.old"), "utf8")).toBe("two\nthree\n");
    expect(statSync(join(project, "events.jsonl.old")).mode & 0o777).toBe(0o600);
  });

  test("a link out of the root is refused", async () => {
    const { storage, folder, project } = await openTemporary();
    mkdirSync(project, { recursive: true });
    symlinkSync(join(folder, "elsewhere"), join(project, "events.jsonl"));
    await expect(storage.appendLine(path, "x", { setAsideAt: 1 })).rejects.toMatchObject({
      code: "unsafe-path",
    });
  });
});
