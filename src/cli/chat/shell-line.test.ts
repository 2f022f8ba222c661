import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runShellLine } from "./shell-line.ts";

let cwd: string;
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), "daybook-shell-"))));
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function run(line: string, signal = new AbortController().signal) {
  const pieces: string[] = [];
  const host = { env: { PATH: process.env["PATH"] }, cwd: () => cwd, platform: process.platform };
  const result = await runShellLine(line, { host, signal, onOutput: (text) => pieces.push(text) });
  return { ...result, shown: pieces.join("") };
}

describe("runShellLine", () => {
  it("gives what was written, on both ways out, and how it ended", async () => {
    expect(await run("echo 一; echo two >&2; exit 4")).toEqual({
      output: "一\ntwo\n",
      failure: "exit code 4",
      shown: "一\ntwo\n",
    });
  });

  it("does not wait for words on its input, nor for what it left behind", async () => {
    expect(await run("cat; sleep 60 & echo done")).toMatchObject({ output: "done\n", failure: null });
  });

  it("keeps the beginning and the end of a long output", async () => {
    const { output } = await run("seq 1 100000");
    expect(output.length).toBeLessThan(31_000);
    expect(output).toMatch(/^1\n2\n[\s\S]*characters left out[\s\S]*\n100000\n$/u);
  });

  it("ends all that was started, also what ignores the first signal", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const { failure } = await run("trap '' TERM; while :; do sleep 0.1; done", stop.signal);
    expect(failure).toBe("ended by SIGKILL");
  });
});
