import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codeOf, loadScript, markedCode } from "../scripts/load-script.ts";

async function scriptOf(text: string, mark = "0123456789abcdef0123456789abcdef"): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "daybook-script-")), "short.script.js");
  await writeFile(path, `(function (exports, require, module) {${text}})//${mark}`);
  return path;
}

async function keep(path: string, code: Buffer): Promise<void> {
  await writeFile(codeOf(path), markedCode(code, await readFile(path, "utf8")));
}

function load(path: string): ReturnType<typeof loadScript> {
  return loadScript(path, createRequire(path), async () => undefined);
}

it("gives what a script hands out, with compiled code and without", async () => {
  const text = 'exports.answer = () => require("node:path").basename("a/前缀");';
  const first = load(await scriptOf(text));
  expect((first.exports["answer"] as () => string)()).toBe("前缀");
  const path = await scriptOf(text);
  await keep(path, first.script.createCachedData());
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
    await keep(path, code);
    const { script, exports } = load(path);
    expect(script.cachedDataRejected).toBe(true);
    expect(exports).toEqual({ answer: "now" });
  }
});

it("never runs the code of another script, were it as long", async () => {
  const other = await scriptOf('module.exports = { answer: "old" };', "f".repeat(32));
  const code = markedCode(load(other).script.createCachedData(), await readFile(other, "utf8"));
  const path = await scriptOf('module.exports = { answer: "new" };');
  await writeFile(codeOf(path), code);
  expect(load(path).exports).toEqual({ answer: "new" });
});
