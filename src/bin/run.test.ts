import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DaybookError } from "../errors/index.ts";
import { run, type Host, type Main } from "./run.ts";

class FakeHost extends EventEmitter implements Host {
  readonly stdout = new EventEmitter();
  readonly told: string[] = [];
  readonly stderr = Object.assign(new EventEmitter(), { write: (text: string) => this.told.push(text) > 0 });
  exitCode: number | undefined;
  /** What it was ended with, before its time. */
  ended: number | undefined;

  exit(code: number): void {
    this.ended = code;
  }
}

async function runOn(host: FakeHost, main: Main, given: readonly string[] = ["list"]): Promise<FakeHost> {
  await run({ host, given, main });
  return host;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`write ${code}`), { code });
}

describe("run", () => {
  it("passes the arguments on and leaves the number as exit code", async () => {
    const seen: unknown[] = [];
    const host = await runOn(new FakeHost(), async (given) => seen.push(given) + 1);
    expect(seen).toEqual([["list"]]);
    expect(host).toMatchObject({ exitCode: 2, ended: undefined, told: [] });
  });

  it("tells what was thrown in one line, and fails", async () => {
    const host = await runOn(new FakeHost(), () =>
      Promise.reject(new DaybookError("io", "No disk.\n  Mend it.")),
    );
    expect(host).toMatchObject({ exitCode: 1, told: ["daybook: No disk. Mend it.\n"] });
  });

  it("tells what was thrown outside of any wait", async () => {
    const host = await runOn(new FakeHost(), async () => 0);
    host.emit("uncaughtException", new Error("late"));
    expect(host).toMatchObject({ ended: 1, told: ["daybook: late\n"] });
  });

  it("ends quietly when the reader of its output has gone", async () => {
    const host = await runOn(new FakeHost(), async () => 0);
    host.stdout.emit("error", systemError("EPIPE"));
    expect(host).toMatchObject({ ended: 0, told: [] });
    expect(await runOn(new FakeHost(), () => Promise.reject(systemError("EPIPE")))).toMatchObject({
      told: [],
    });
  });

  it("says so when its output cannot be written", async () => {
    const host = await runOn(new FakeHost(), async () => 0);
    host.stdout.emit("error", systemError("ENOSPC"));
    const sentence = "Standard output could not be written: no space is left there (ENOSPC).";
    expect(host).toMatchObject({ ended: 1, told: [`daybook: ${sentence}\n`] });
    for (const form of [["--json"], ["--output=json"], ["--output", "json"]]) {
      const forPrograms = await runOn(new FakeHost(), async () => 0, ["-p", "x", ...form]);
      forPrograms.stdout.emit("error", systemError("ENOSPC"));
      expect(forPrograms.told.map((line) => JSON.parse(line) as unknown)).toEqual([
        { error: { code: "no-space", message: sentence } },
      ]);
    }
  });
});

describe("the process", () => {
  it("ends quietly when its pipe is closed before it writes", async () => {
    const home = await mkdtemp(join(tmpdir(), "daybook-bin-"));
    const bin = join(import.meta.dirname, "../../bin/daybook.js");
    const child = spawn(process.execPath, [bin, "--help"], { env: { ...process.env, DAYBOOK_HOME: home } });
    child.stdout.destroy();
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => (told += chunk.toString()));
    const [code] = await once(child, "close");
    expect({ code, told }).toEqual({ code: 0, told: "" });
  });
});
