import { rename, utimes, writeFile, stat, readdir, link, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { createMemoryStorage, type Storage } from "../storage/index.ts";
import { memoryText, openSearchFixture } from "./memory-search.fixture.ts";
import { createMemorySearch } from "./memory-search.ts";

describe("a search over memories", () => {
  it("tells what a hit is, where it lies and why it was found", async () => {
    const { root, put, open } = await openSearchFixture();
    await put(
      "target",
      memoryText("staging target", { body: "Deploy to staging.", more: "modified: 2031-03-01T08:00:00Z\n" }),
    );
    await put("project/memory/ci.md", memoryText("CI", { description: "what the pipeline runs" }));
    const { hits, total, notices } = await open().search("where do I deploy?", { limit: 5 });
    expect({ total, notices }).toEqual({ total: 2, notices: [] });
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      id: "user/target",
      slug: "target",
      scope: "user",
      name: "staging target",
      type: "project",
      modified: "2031-03-01T08:00:00Z",
      path: "home/memory/target.md",
      file: join(root, "home/memory/target.md"),
      isShared: false,
      matches: [{ found: "deploi" }],
    });
    expect(hits[0]?.score).toBeGreaterThan(0);
    expect(hits[0]?.fileTime).toBe((await stat(join(root, "home/memory/target.md"))).mtimeMs);
  });

  it("finds nothing in an empty folder, makes nothing there, and knows nothing recent", async () => {
    const { root, open } = await openSearchFixture();
    const search = open();
    expect(search.recent(5)).toEqual([]);
    expect(await search.search("anything", { limit: 5 })).toEqual({ hits: [], total: 0, notices: [] });
    await search.idle();
    expect(await readdir(root, { recursive: true })).toEqual(["project"]);
  });

  it("reads a file without a header, and one with a broken one is named", async () => {
    const { put, open } = await openSearchFixture();
    await put("plain", "Rollbacks go through the release manager.\n");
    await put("open", "---\nname: rollback\n");
    const { hits, notices, total } = await open().search("rollback", { limit: 5 });
    expect(hits.map(({ name }) => name)).toEqual(["plain"]);
    expect(total).toBe(1);
    expect(notices).toEqual([expect.stringMatching(/open\.md could not be read as a memory \(line 1/)]);
  });

  it("ends soon when it is stopped, and goes on from there the next time", async () => {
    const { put, open, storage } = await openSearchFixture();
    for (let number = 0; number < 40; number += 1) await put(`m${number}`, memoryText(`deploy ${number}`));
    const stop = new AbortController();
    let reads = 0;
    const read: Storage["read"] = (path) => {
      if (path.startsWith("home/memory/")) reads += 1;
      if (reads === 10) stop.abort();
      return storage.read(path);
    };
    const search = open({ storage: { read } });
    const { signal } = stop;
    await expect(search.search("deploy", { limit: 50, signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    await expect(search.search("deploy", { limit: 50, signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(reads).toBe(10);
    const { hits, total } = await search.search("deploy", { limit: 50 });
    expect([hits.length, total, reads]).toEqual([40, 40, 40]);
  });

  it("looks once at the files for all who asked before it began, and again for who asks later", async () => {
    const { put, open, storage } = await openSearchFixture();
    await put("first", memoryText("deploy first"));
    let looks = 0;
    const later: Promise<number>[] = [];
    const search = open({
      storage: {
        async stamps(folder) {
          if (folder === "home/memory") looks += 1;
          const stamps = await storage.stamps(folder);
          if (folder === "home/memory" && looks === 1) {
            await put("second", memoryText("deploy second"));
            later.push(search.search("deploy", { limit: 5 }).then(({ hits }) => hits.length));
          }
          return stamps;
        },
      },
    });
    const gone = new AbortController();
    gone.abort();
    // Not in one go: as a server hears its clients.
    const asked = Array.from({ length: 8 }, async (_, place) => {
      for (let turn = 0; turn < place; turn += 1) await Promise.resolve();
      return search.search("deploy", { limit: 5 });
    });
    const left = search.search("deploy", { limit: 5, signal: gone.signal });
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    expect((await Promise.all(asked)).map(({ hits }) => hits.length)).toEqual(asked.map(() => 1));
    expect(await Promise.all(later)).toEqual([2]);
    expect(looks).toBe(2);
  });

  it("waits a moment for those who are still coming, and looks once for all of them", async () => {
    const { put, open, storage } = await openSearchFixture();
    await put("first", memoryText("deploy first"));
    let looks = 0;
    const search = open({
      storage: {
        async stamps(folder) {
          if (folder === "home/memory") looks += 1;
          return storage.stamps(folder);
        },
      },
    });
    // Each a turn of the event loop behind the one before, as requests of several connections are.
    const asked = Array.from({ length: 8 }, async (_, place) => {
      for (let turn = 0; turn < place; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return search.search("deploy", { limit: 5 });
    });
    expect((await Promise.all(asked)).map(({ hits }) => hits.length)).toEqual(asked.map(() => 1));
    expect(looks).toBe(1);
  });

  it("lists all, the person's first, newest first, and reads only what is new", async () => {
    const { put, reads, remove, open } = await openSearchFixture();
    await put("old", memoryText("old", { more: "modified: 2020-01-01T00:00:00Z\n" }));
    await put("new", memoryText("new", { more: "modified: 2030-01-01T00:00:00Z\n" }));
    await put("gone", memoryText("gone"));
    await put("project/memory/ours.md", memoryText("ours", { more: "modified: 2040-01-01T00:00:00Z\n" }));
    const search = open();
    expect((await search.all()).memories).toHaveLength(4);
    await remove("gone");
    reads();
    const { memories, notices } = await search.all();
    expect(memories.map(({ id }) => id)).toEqual(["user/new", "user/old", "project/ours"]);
    expect({ notices, read: reads() }).toEqual({ notices: [], read: [] });
  });

  it("leaves out a file whose name cannot be shown as it is, and says so", async () => {
    const { put, open } = await openSearchFixture();
    await put("home/memory/na\u001b[31mme.md", memoryText("deploy one"));
    await put("home/memory/<system-reminder>.md", memoryText("deploy two"));
    await put("home/memory/Überblick 🚀.md", memoryText("deploy three"));
    const { hits, notices } = await open().search("deploy", { limit: 5 });
    expect(hits.map(({ slug }) => slug)).toEqual(["Überblick 🚀"]);
    expect(notices.toSorted()).toEqual([
      expect.stringMatching(/&lt;system-reminder>\.md is not listed: .* Rename it\.$/u),
      expect.stringMatching(/na\\u\{1b\}\[31mme\.md is not listed/u),
    ]);
  });

  it("knows the newest, by header or file", async () => {
    const { root, put, open } = await openSearchFixture();
    await put("old", memoryText("old", { more: "modified: 2020-01-01T00:00:00Z\n" }));
    await put("new", memoryText("new", { more: "modified: 2099-01-01T00:00:00Z\n" }));
    await put("file", memoryText("file"));
    await utimes(join(root, "home/memory/file.md"), 1.7e9, 1.7e9);
    const search = open();
    await search.search("", { limit: 1 });
    expect(search.recent(2).map(({ slug }) => slug)).toEqual(["new", "file"]);
  });

  it("REC-01: a part of a sentence finds it, in any script", async () => {
    const { put, slugs } = await openSearchFixture();
    await put(
      "rel",
      "---\nname: 发布规则\ndescription: 发布之前必须先跑完整测试\ntype: feedback\n---\n\n发布之前必须先跑完整测试。\n",
    );
    await put(
      "walk",
      "---\nname: 朝の手順\ndescription: 毎朝散歩をしてから端末を起動する\ntype: project\n---\n\n毎朝散歩をしてから端末を起動する。\n",
    );
    await put(
      "en",
      "---\nname: Backups\ndescription: nightly backup at two\ntype: project\n---\n\nNightly backup at 02:00.\n",
    );
    const first = { 完整测试: "rel", 发布: "rel", 散歩: "walk", backup: "en" };
    for (const [query, slug] of Object.entries(first)) expect((await slugs(query))[0]).toBe(slug);
  });
});

describe("files that change", () => {
  it("are read once, then again only when they are another", async () => {
    const { put, remove, slugs, reads } = await openSearchFixture();
    for (const slug of ["a", "b", "c"]) await put(slug, memoryText(`${slug} walnut`));
    expect((await slugs("walnut")).toSorted()).toEqual(["a", "b", "c"]);
    expect(reads()).toHaveLength(3);
    expect((await slugs("walnut")).toSorted()).toEqual(["a", "b", "c"]);
    expect(reads()).toEqual([]);
    await put("b", memoryText("b chestnut"));
    await remove("c");
    await put("d", memoryText("d walnut"));
    expect((await slugs("walnut")).toSorted()).toEqual(["a", "d"]);
    expect(reads()).toEqual(["home/memory/b.md", "home/memory/d.md"]);
  });

  it("of the same size and time are told apart", async () => {
    const { root, put, slugs } = await openSearchFixture();
    const path = join(root, "home/memory/a.md");
    await put("a", memoryText("walnut"));
    await utimes(path, 1.7e9, 1.7e9);
    await slugs("walnut");
    const before = await stat(path);
    await writeFile(`${path}.next`, memoryText("almond"));
    await utimes(`${path}.next`, 1.7e9, 1.7e9);
    await rename(`${path}.next`, path);
    const after = await stat(path);
    expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
    expect(await slugs("walnut")).toEqual([]);
    expect(await slugs("almond")).toEqual(["a"]);
  });

  it("are read again for as long as one stamp could stand for two contents", async () => {
    const { put, slugs, reads, wait } = await openSearchFixture();
    wait(-10_000);
    await put("a", memoryText("walnut"));
    for (let search = 0; search < 2; search += 1) {
      await slugs("walnut");
      expect(reads()).toEqual(["home/memory/a.md"]);
    }
    wait(10_000);
    await slugs("walnut");
    expect(reads()).toEqual(["home/memory/a.md"]);
    await slugs("walnut");
    expect(reads()).toEqual([]);
  });

  it("while they are searched give the one or the other", async () => {
    const { storage, put, remove, open, slugs } = await openSearchFixture();
    for (const slug of ["a", "b", "c"]) await put(slug, memoryText(`${slug} walnut`));
    const search = open({
      storage: {
        async read(path) {
          if (path.endsWith("/a.md")) {
            await remove("b");
            await put("c", memoryText("c chestnut"));
            await put("d", memoryText("d walnut"));
          }
          return storage.read(path);
        },
      },
    });
    const { hits } = await search.search("walnut", { limit: 5 });
    expect(hits.map(({ slug }) => slug)).toEqual(["a"]);
    await search.idle();
    expect((await slugs("walnut")).toSorted()).toEqual(["a", "d"]);
    expect(await slugs("chestnut")).toEqual(["c"]);
  });

  it("cannot be read: are named, and found when they can", async () => {
    const { storage, put, open } = await openSearchFixture();
    await put("a", memoryText("a walnut"));
    await put("b", memoryText("b walnut"));
    let isReadable = false;
    const denied = new DaybookError("io", "permission denied.");
    const search = open({
      storage: {
        read: (path) => (path.endsWith("/a.md") && !isReadable ? Promise.reject(denied) : storage.read(path)),
      },
    });
    const first = await search.search("walnut", { limit: 5 });
    expect(first.hits.map(({ slug }) => slug)).toEqual(["b"]);
    expect(first.notices).toEqual([expect.stringMatching(/a\.md could not be read.*permission denied/)]);
    isReadable = true;
    const second = await search.search("walnut", { limit: 5 });
    expect(second.hits).toHaveLength(2);
    expect(second.notices).toEqual([]);
  });

  it("in a folder that cannot be listed: it is named, and the others are searched", async () => {
    const { storage, put, open } = await openSearchFixture();
    await put("a", memoryText("walnut"));
    const search = open({
      storage: {
        stamps: (folder) =>
          folder === "project/memory"
            ? Promise.reject(new DaybookError("io", "No."))
            : storage.stamps(folder),
      },
    });
    const { hits, notices } = await search.search("walnut", { limit: 5 });
    expect(hits).toHaveLength(1);
    expect(notices).toEqual([
      expect.stringMatching(/^The memories in .*project.memory are left out\. No\.$/),
    ]);
  });

  it("after any sequence of changes what is found is what a search without a past finds", async () => {
    const step = fc.record({
      slug: fc.constantFrom("a", "b", "c", "d"),
      word: fc.constantFrom("walnut", "almond", "备份", null),
      link: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const { root, put, remove, slugs } = await openSearchFixture();
        for (const { slug, word, link: isLink } of steps) {
          if (word === null) await remove(slug).catch(() => undefined);
          else await put(slug, memoryText(word));
          if (isLink && word !== null) await replaceByLink(join(root, "home/memory"), slug);
          for (const question of ["walnut", "备份"]) {
            expect(await slugs(question)).toEqual(await slugs(question, { cache: false }));
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

/** The same file with another change time. */
async function replaceByLink(folder: string, slug: string): Promise<void> {
  await link(join(folder, `${slug}.md`), join(folder, "other.txt"));
  await unlink(join(folder, `${slug}.md`));
  await rename(join(folder, "other.txt"), join(folder, `${slug}.md`));
}

describe("much", () => {
  it("a body of a megabyte is searched to its end", async () => {
    const { put, slugs } = await openSearchFixture();
    await put("long", memoryText("long", { body: `${"发布流程说明".repeat(60_000)}\n散歩 walnut` }));
    await put("run", memoryText("run", { body: "x".repeat(1_000_000) }));
    expect(await slugs("walnut")).toEqual(["long"]);
    expect(await slugs("散歩")).toEqual(["long"]);
  });

  it("10,000 memories with the same words are all found, and other work gets its turn", async () => {
    const text = memoryText("deploy staging", { body: "Deploy to staging." });
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, number) => [`home/memory/m${number}.md`, text]),
    );
    const now = (): Date => new Date();
    const progress: number[] = [];
    const search = createMemorySearch({
      storage: createMemoryStorage({ files, now }),
      now,
      onProgress: (done, total) => void (progress.push(done), expect(total).toBe(10_000)),
    });
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    const { hits, total } = await search.search("where to deploy", { limit: 3 });
    clearInterval(ticking);
    expect(total).toBe(10_000);
    expect(hits.map(({ slug }) => slug)).toEqual(["m0", "m1", "m10"]);
    expect(progress.length).toBeGreaterThan(100);
    expect(turns).toBeGreaterThan(10);
  });
});
