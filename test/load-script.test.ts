import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codeOf, loadScript } from "../scripts/load-script.ts";

async function scriptOf(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "daybook-script-")), "short.script.js");
  await writeFile(path, `(function (exports, require, module) {${text}})`);
  return path;
}

function load(path: string): ReturnType<typeof loadScript> {
  return loadScript(path, createRequire(path));
}

it("gives what a script hands out, with compiled code and without", async () => {
  const text = 'exports.answer = () => require("node:path").basename("a/前缀");';
  const first = load(await scriptOf(text));
  expect((first.exports["answer"] as () => string)()).toBe("前缀");
  const path = await scriptOf(text);
  await writeFile(codeOf(path), first.script.createCachedData());
  const again = load(path);
  expect(again.script.cachedDataRejected).toBe(false);
  expect((again.exports["answer"] as () => string)()).toBe("前缀");
});

it("compiles anew where the code is not of this script, this Node, or whole", async () => {
  const text = 'module.exports = { answer: "now" };';
  const other = load(await scriptOf('module.exports = { answer: "of another, longer script" };'));
  const whole = load(await scriptOf(text)).script.createCachedData();
  const ofAnotherNode = Buffer.from(whole);
  ofAnotherNode.writeUInt32LE(0, 4);
  for (const code of [
    other.script.createCachedData(),
    ofAnotherNode,
    whole.subarray(0, -64),
    Buffer.from("no code"),
    Buffer.alloc(0),
  ]) {
    // Elsewhere each time: one process compiles a text of one place once.
    const path = await scriptOf(text);
    await writeFile(codeOf(path), code);
    const { script, exports } = load(path);
    expect(script.cachedDataRejected).toBe(true);
    expect(exports).toEqual({ answer: "now" });
  }
});
