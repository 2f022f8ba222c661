import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSecretGate } from "../../guard/index.ts";
import { createPromptHistory } from "./prompt-history.ts";

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-history-"));
  file = join(root, "project", "prompts.jsonl");
  prepared = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

let prepared = 0;
const open = () =>
  createPromptHistory({
    file,
    gate: createSecretGate(),
    now: () => new Date(0),
    prepare: async () => void (prepared += 1),
  });

describe("createPromptHistory", () => {
  it("keeps prompts for the next time, newest first, in a file of the person's alone", async () => {
    const history = open();
    expect(await history.load()).toEqual([]);
    history.keep("one\ntwo");
    history.keep("三");
    history.keep("三");
    await history.settle();
    expect(await readFile(file, "utf8")).toBe(
      '{"ts":"1970-01-01T00:00:00.000Z","text":"one\\ntwo"}\n{"ts":"1970-01-01T00:00:00.000Z","text":"三"}\n',
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(prepared).toBe(2);
    expect(await open().load()).toEqual(["三", "one\ntwo"]);
  });

  it("keeps no secrets", async () => {
    const history = open();
    history.keep("the password is hunter2!");
    history.keep("fine");
    await history.settle();
    expect(await open().load()).toEqual(["fine"]);
  });

  it("passes over what it cannot read, and keeps the last thousand", async () => {
    const history = open();
    history.keep("first");
    await history.settle();
    const lines = Array.from({ length: 1_200 }, (_, index) => JSON.stringify({ text: `p${index}` }));
    await writeFile(file, ["{torn", ...lines, '{"text":7}', ""].join("\n"));
    const loaded = await open().load();
    expect(loaded).toHaveLength(999);
    expect([loaded[0], loaded.at(-1)]).toEqual(["p1199", "p201"]);
    expect((await readFile(file, "utf8")).split("\n")).toHaveLength(1_001);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
