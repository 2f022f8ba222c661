import { cp, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, saving } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.remove());

async function namesIn(folder: string): Promise<string[]> {
  const memories = await world.json<{ name: string }[]>(["list", "--json"], { in: folder });
  return memories.map(({ name }) => name).toSorted();
}

async function idOf(folder: string): Promise<string> {
  return (await world.json<{ id: string }>(["project", "show", "--json"], { in: folder })).id;
}

const deadline = saving("deadline", { type: "project" });

describe("one project", () => {
  it("is its root, its sub-folders and its linked work trees", async () => {
    const shop = await world.repository("shop");
    await mkdir(join(shop, "src", "cart"), { recursive: true });
    await world.git(shop, "worktree", "add", "--quiet", "../shop-fix");
    await world.daybook(deadline, { in: join(shop, "src", "cart") });
    for (const folder of [shop, join(shop, "src"), join(world.root, "shop-fix")]) {
      expect(await namesIn(folder)).toEqual(["deadline"]);
    }
  });

  it("keeps its memories when it is renamed, and says so once", async () => {
    const shop = await world.repository("shop");
    await world.daybook(deadline, { in: shop });
    await rename(shop, join(world.root, "store"));
    const first = await world.daybook(["list", "--json"], { in: join(world.root, "store") });
    expect(first.stdout).toContain('"deadline"');
    expect(first.stderr).toContain(shop);
    const second = await world.daybook(["list", "--json"], { in: join(world.root, "store") });
    expect(second).toEqual({ code: 0, stdout: first.stdout, stderr: "" });
  });
});

describe("another project", () => {
  it("is a second clone and a copied folder; adopt is offered, not done", async () => {
    const shop = await world.repository("shop");
    await world.daybook(deadline, { in: shop });
    const id = await idOf(shop);
    await world.git(world.root, "clone", "--quiet", shop, "clone");
    await cp(shop, join(world.root, "copy"), { recursive: true });
    for (const folder of [join(world.root, "clone"), join(world.root, "copy")]) {
      const result = await world.daybook(["list", "--json"], { in: folder });
      expect(result.stdout).toBe("[]\n");
      expect(result.stderr).toContain(`daybook project adopt ${id}`);
    }
    expect(await namesIn(shop)).toEqual(["deadline"]);
  });

  it("is every folder whose name is spelled another way", async () => {
    const folders = ["demo/web-shop", "demo/web/shop", "demo/web_shop"];
    const ids = [];
    for (const name of folders) ids.push(await idOf(await world.repository(name)));
    expect(new Set(ids).size).toBe(3);
  });

  it("is a folder whose .git file points into someone else's repository", async () => {
    const shop = await world.repository("shop");
    await world.daybook(deadline, { in: shop });
    const forged = join(world.root, "forged");
    await world.write(join(forged, ".git"), `gitdir: ${join(shop, ".git")}\n`);
    expect(await namesIn(forged)).toEqual([]);
  });
});

describe("adopt", () => {
  it("takes over what a project kept whose place is gone", async () => {
    const shop = await world.repository("shop");
    await world.daybook(deadline, { in: shop });
    const id = await idOf(shop);
    await world.git(world.root, "clone", "--quiet", shop, "clone");
    await rename(shop, join(world.root, "clone", "was-shop"));
    const clone = join(world.root, "clone");
    expect(await world.daybook(["project", "adopt", id], { in: clone })).toMatchObject({ code: 0 });
    expect(await namesIn(clone)).toEqual(["deadline"]);
  });

  it("names what it does not know", async () => {
    const shop = await world.repository("shop");
    const result = await world.daybook(["project", "adopt", "nothing-123456789abc"], { in: shop });
    expect(result).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("nothing-123456789abc"),
    });
  });
});
