import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, saving } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;
let shop: string;
beforeEach(async () => {
  world = await createWorld();
  shop = await world.repository("web-shop");
});
afterEach(() => world.remove());

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);

describe("JSON that other programs rely on", () => {
  it("save, list, show and log", async () => {
    const path = join(world.agent, "memory", "commit-message-071596ac.md");
    const place = {
      id: "user/commit-message-071596ac",
      slug: "commit-message-071596ac",
      scope: "user",
      path,
    };
    const fields = { description: "写 commit message 时用前缀", body: "第一行以 feat: 开头。\n" };
    const given = [...saving("commit message 前缀", fields), "--json"];
    expect(await world.json(given, { in: shop })).toEqual({ ...place, action: "created", notes: [] });
    const again = given.with(given.indexOf(fields.body), `${fields.body}改了。\n`);
    expect(await world.json(again, { in: shop })).toEqual({ ...place, action: "updated", notes: [] });

    const listed = {
      ...place,
      type: "feedback",
      name: "commit message 前缀",
      description: fields.description,
      modified: iso,
      source: "user",
    };
    expect(await world.json(["list", "--json"], { in: shop })).toEqual([listed]);
    expect(await world.json(["show", place.slug, "--json"], { in: shop })).toEqual({
      ...listed,
      body: `${fields.body}改了。\n`,
    });
    expect(await world.json(["show", "--json", place.id], { in: shop })).toEqual({
      ...listed,
      body: `${fields.body}改了。\n`,
    });

    await world.json(["rm", place.slug, "--json"], { in: shop });
    await world.json(["undo", "--json"], { in: shop });
    const log = await world.json<Record<string, string>[]>(["log", "--json"], { in: shop });
    expect(log.map(({ op }) => op)).toEqual(["undo", "delete", "update", "create"]);
    expect(log.every((line) => Object.keys(line).join() === "op,ts,scope,slug,by")).toBe(true);
    expect(log[0]).toEqual({ op: "undo", ts: iso, scope: "user", slug: place.slug, by: "user" });
    expect(await world.json(["log", "--json", "--limit", "1"], { in: shop })).toHaveLength(1);
  });

  it("project show", async () => {
    const project = await world.json<{ id: string }>(["project", "show", "--json"], { in: shop });
    expect(project.id).toMatch(/^web-?shop-[0-9a-f]{12}$/);
    const folder = join(world.agent, "projects", project.id);
    expect(project).toEqual({
      id: project.id,
      root: shop,
      key: shop,
      memory: { user: join(world.agent, "memory"), project: join(folder, "memory") },
      shared: null,
      sessions: join(folder, "sessions"),
      trusted: false,
    });
    expect(await world.json(["project", "--json"], { in: shop })).toEqual(project);
  });

  it("context", async () => {
    await world.json([...saving("one"), "--json"], { in: shop });
    const context = await world.json<{ blocks: Record<string, unknown>[]; notices: string[] }>(
      ["context", "--json"],
      { in: shop },
    );
    expect(Object.keys(context)).toEqual(["blocks", "notices"]);
    expect(context.notices).toEqual([]);
    for (const block of context.blocks) {
      expect(Object.keys(block)).toEqual(["placement", "source", "bytes", "tokens", "text"]);
      expect(block["bytes"]).toBe(Buffer.byteLength(String(block["text"])));
    }
    const index = context.blocks.find((block) => block["source"] === "index:user");
    expect(index).toMatchObject({
      placement: "system",
      text: expect.stringContaining("- [one](one.md) — when it matters"),
    });
    const moved = await world.json<typeof context>(["context", "--json", "--placement", "user"], {
      in: shop,
    });
    expect(moved.blocks.find((block) => block["source"] === "index:user")).toMatchObject({
      placement: "first-user",
    });
  });

  it("failures are JSON on standard error, and standard output stays empty", async () => {
    const missing = await world.daybook(["show", "nothing-here", "--json"], { in: shop });
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(missing.stderr)).toEqual({ error: { code: "not-found", message: expect.any(String) } });
    const usage = await world.daybook(["list", "--json", "--colour"], { in: shop });
    expect(usage).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(usage.stderr)).toEqual({
      error: { code: "usage", message: expect.stringContaining("--colour") },
    });
  });

  it("notices go to standard error", async () => {
    await world.write(join(world.agent, "daybook.json"), '{"colour": "red"}');
    const result = await world.daybook(["list", "--json"], { in: shop });
    expect(result).toMatchObject({
      code: 0,
      stdout: "[]\n",
      stderr: expect.stringContaining('"colour" is not a setting'),
    });
  });

  it("a slug in both scopes is an error that names both", async () => {
    await world.json([...saving("one"), "--json"], { in: shop });
    await world.json([...saving("one", { type: "project" }), "--json"], { in: shop });
    const result = await world.daybook(["show", "one", "--json"], { in: shop });
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stderr)).toEqual({
      error: { code: "ambiguous", message: expect.stringMatching(/user\/one.*project\/one/) },
    });
    expect(await world.json(["show", "project/one", "--json"], { in: shop })).toMatchObject({
      scope: "project",
    });
  });
});
