import { mkdir, readFile, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFaultyFiles, nodeFiles } from "../storage/index.ts";
import { memoryText, openSearchFixture, type SearchFixture } from "./memory-search.fixture.ts";

async function openCached(): Promise<SearchFixture & { file: string }> {
  const fixture = await openSearchFixture();
  await fixture.put("a", memoryText("a walnut", { body: "备份在两点" }));
  await fixture.put("project/memory/b.md", memoryText("b walnut"));
  await fixture.slugs("walnut");
  fixture.reads();
  return { ...fixture, file: join(fixture.root, "project/cache/search.bin") };
}

const both = ["a", "b"];

describe("the cache", () => {
  it("is the person's alone", async () => {
    const { root, file } = await openCached();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, "project/cache"))).mode & 0o777).toBe(0o700);
  });

  it("may be deleted at any time", async () => {
    const { root, slugs, reads } = await openCached();
    await rm(join(root, "project/cache"), { recursive: true });
    expect((await slugs("walnut")).toSorted()).toEqual(both);
    expect(reads()).toHaveLength(2);
    await slugs("walnut");
    expect(reads()).toEqual([]);
  });

  it("that was cut anywhere, or has any byte changed, is as good as none", async () => {
    const { file, slugs } = await openCached();
    const whole = await readFile(file);
    const damage = fc.oneof(
      fc.record({ cut: fc.nat(whole.length - 1) }),
      fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 1, max: 255 }) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (wrong) => {
        await writeFile(file, whole);
        if ("cut" in wrong) await truncate(file, wrong.cut);
        else await writeFile(file, whole.with(wrong.at, (whole[wrong.at] ?? 0) ^ wrong.byte));
        expect((await slugs("walnut")).toSorted()).toEqual(both);
        expect(await slugs("备份")).toEqual(["a"]);
        expect(await readFile(file)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it("that is no file, or another's, stands in no one's way", async () => {
    const { file, slugs } = await openCached();
    await rm(file);
    await mkdir(file);
    expect((await slugs("walnut")).toSorted()).toEqual(both);
    await rm(file, { recursive: true });
    await writeFile(file, "daybook search 99.99.little 0 none\n".padEnd(500));
    expect((await slugs("walnut")).toSorted()).toEqual(both);
  });

  it("of another place is not believed, whatever its stamps", async () => {
    const { root, storage, open, reads } = await openCached();
    const elsewhere = open({ storage: { locate: (path) => storage.locate(path).replace(root, "/other") } });
    await elsewhere.search("walnut", { limit: 5 });
    expect(reads()).toHaveLength(2);
  });

  it("that cannot be written is no error, and leaves nothing behind", async () => {
    for (const operation of ["open-create", "write", "rename", "make-folder"]) {
      const { root, put, open } = await openSearchFixture();
      await put("a", memoryText("a walnut"));
      const files = createFaultyFiles(nodeFiles, (name) =>
        name === operation ? { code: "ENOSPC" } : undefined,
      );
      const search = open({ files });
      expect((await search.search("walnut", { limit: 5 })).hits).toHaveLength(1);
      await search.idle();
      expect(await readdir(join(root, "project/cache")).catch(() => [])).toEqual([]);
    }
  });

  it("half written by a process that was killed stays unread, and is swept after an hour", async () => {
    const { root, file, put, slugs } = await openCached();
    const folder = join(root, "project/cache");
    for (const name of [".daybook-tmp-1-old", ".daybook-tmp-2-new"]) {
      await writeFile(join(folder, name), (await readFile(file)).subarray(0, 99));
    }
    await utimes(join(folder, ".daybook-tmp-1-old"), 1.7e9, 1.7e9);
    await put("c", memoryText("c walnut"));
    expect((await slugs("walnut")).toSorted()).toEqual(["a", "b", "c"]);
    expect((await readdir(folder)).toSorted()).toEqual([".daybook-tmp-2-new", "search.bin"]);
  });

  it("is rebuilt by several at once without harm", async () => {
    const { put, open, slugs, reads } = await openSearchFixture();
    for (let number = 0; number < 150; number += 1) await put(`m${number}`, memoryText(`walnut ${number}`));
    const searches = Array.from({ length: 4 }, () => open());
    const found = await Promise.all(searches.map((search) => search.search("walnut", { limit: 200 })));
    expect(found.map(({ hits }) => hits.length)).toEqual([150, 150, 150, 150]);
    await Promise.all(searches.map((search) => search.idle()));
    reads();
    expect(await slugs("walnut 149")).toHaveLength(20);
    expect(reads()).toEqual([]);
  });

  it("lies in the home while the project has no folder, and is what the project's begins with", async () => {
    const { root, put, slugs, reads } = await openSearchFixture();
    await rm(join(root, "project"), { recursive: true });
    await put("a", memoryText("a walnut"));
    await slugs("walnut");
    expect(await readdir(root)).toEqual(["home"]);
    expect(await readdir(join(root, "home/cache"))).toEqual(["search.bin"]);
    await put("project/memory/b.md", memoryText("b walnut"));
    reads();
    expect((await slugs("walnut")).toSorted()).toEqual(both);
    expect(reads()).toEqual(["project/memory/b.md"]);
    expect(await readdir(join(root, "project/cache"))).toEqual(["search.bin"]);
  });

  it("is not written anew for one change in many", async () => {
    const { file, put, open, reads } = await openCached();
    for (let number = 0; number < 300; number += 1) await put(`m${number}`, memoryText(`almond ${number}`));
    const search = open();
    await search.search("almond", { limit: 1 });
    await search.idle();
    const { mtimeMs } = await stat(file);
    await put("m7", memoryText("walnut 7"));
    reads();
    for (let round = 0; round < 2; round += 1) {
      const again = open();
      expect((await again.search("walnut", { limit: 5 })).hits).toHaveLength(3);
      await again.idle();
      expect(reads()).toEqual(["home/memory/m7.md"]);
    }
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });
});
