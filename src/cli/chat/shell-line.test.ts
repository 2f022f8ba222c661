import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isShellLine, runShellLine } from "./shell-line.ts";

let cwd: string;
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), "daybook-shell-"))));
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function run(line: string, signal = new AbortController().signal) {
  const pieces: string[] = [];
  const host = { env: { PATH: process.env["PATH"] }, cwd: () => cwd, platform: process.platform };
  const result = await runShellLine(line, { host, signal, onOutput: (text) => pieces.push(text) });
  return { ...result, shown: pieces.join("") };
}

describe("isShellLine", () => {
  it.each(["!git status", "  !ls | wc -l", "! true", "!"])("is for the shell: %s", (line) => {
    expect(isShellLine(line)).toBe(true);
  });

  it.each(["!!! important note:\ntouch pasted.txt", "!!", "![logo](a.png) is broken", "!ls\nrm x", "no!"])(
    "is a prompt: %j",
    (line) => expect(isShellLine(line)).toBe(false),
  );
});

describe("runShellLine", () => {
  it("gives what was written, on both ways out, and how it ended", async () => {
    expect(await run("echo 一; echo two >&2; exit 4")).toEqual({
      output: "一\ntwo",
      failure: "exit code 4",
      shown: "一\ntwo\n",
    });
  });

  it("does not wait for words on its input, nor for what it left behind", async () => {
    const { output, failure } = await run("cat; sleep 60 & echo done");
    expect(failure).toBeNull();
    expect(output).toMatch(/^done\n\(what it left running .* was stopped\)$/u);
  });

  it("keeps the beginning and the end of a long output", async () => {
    const { output } = await run("seq 1 100000");
    expect(output.length).toBeLessThan(31_000);
    expect(output).toMatch(/^1\n2\n[\s\S]*left out: [\s\S]*\n100000$/u);
  });

  it("ends all that was started, also what ignores the first signal", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const { failure } = await run("trap '' TERM; while :; do sleep 0.1; done", stop.signal);
    expect(failure).toBe("interrupted");
  });

  it("says why a shell could not be started", async () => {
    const host = { env: { SHELL: join(cwd, "no-shell") }, cwd: () => cwd, platform: process.platform };
    const { signal } = new AbortController();
    const { failure } = await runShellLine("true", { host, signal, onOutput: () => {} });
    expect(failure).toContain("ENOENT");
  });
});
