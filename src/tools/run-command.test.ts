import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../../test/support/bundle-program.ts";
import { runCommand, type CommandEnd, type CommandRun } from "./run-command.ts";

async function run(
  command: string,
  more: Partial<CommandRun> = {},
): Promise<CommandEnd & { output: string }> {
  let output = "";
  const end = await runCommand({
    program: "/bin/sh",
    args: ["-c", command],
    cwd: tmpdir(),
    environment: { PATH: "/usr/bin:/bin" },
    timeLimitMs: 60_000,
    mostBytes: 1_000_000,
    onOutput: async (chunk) => void (output += Buffer.from(chunk).toString("utf8")),
    signal: AbortSignal.timeout(60_000),
    ...more,
  });
  return { ...end, output };
}

function processes(): string[] {
  const listed = execFileSync("ps", ["-eo", "pid,stat,args"], { encoding: "utf8" }).split("\n");
  return listed.map((line) => line.trim()).filter((line) => !/^\d+ +Z/u.test(line));
}

function isListed(command: string): boolean {
  return processes().some((line) => line.endsWith(` ${command}`));
}

const hasSetsid = existsSync("/usr/bin/setsid");

describe("runCommand", () => {
  it("tells code, signal and both streams", async () => {
    expect(await run("echo a; echo b >&2; exit 4")).toMatchObject({ ended: "exited", code: 4, signal: null });
    expect((await run("echo b >&2")).output).toBe("b\n");
    expect(await run("kill -9 $$")).toMatchObject({ ended: "exited", code: null, signal: "SIGKILL" });
    expect(await run("x", { program: "/nowhere/sh" })).toMatchObject({ ended: "not-started" });
  });

  it("stops what prints without end", async () => {
    const { ended, output } = await run("yes");
    expect(ended).toBe("too-much");
    expect(output.length).toBeLessThanOrEqual(1_000_000);
  });

  it("waits for a slow taker instead of piling up", async () => {
    let taken = 0;
    const slowly = async (chunk: Uint8Array): Promise<void> => {
      taken += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    expect(await run("head -c 900000 /dev/zero", { onOutput: slowly })).toMatchObject({ code: 0 });
    expect(taken).toBe(900_000);
  });

  it("ends what a command leaves in the background, with its output elsewhere too, and says so", async () => {
    const marker = `83${process.pid}.5`;
    for (const background of [`sleep ${marker} >/dev/null 2>&1 &`, `sleep ${marker} &`]) {
      const end = await run(`${background} echo x`);
      expect(end).toMatchObject({ ended: "exited", code: 0, output: "x\n" });
      expect(end).toMatchObject({ leftBehind: expect.stringMatching(/^what it left .* was stopped$/u) });
      expect(isListed(`sleep ${marker}`)).toBe(false);
    }
  });

  it("lets what ends soon after the command come to its end", async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-run-"));
    // It ends behind the shell whatever the machine does: it waits until that is gone.
    const late = "(while kill -0 $$; do sleep 0.02; done; echo late >late.txt) >/dev/null 2>&1 & echo x";
    const end = await run(late, { cwd: folder });
    expect(end).toMatchObject({ code: 0, leftBehind: null });
    expect(await readFile(join(folder, "late.txt"), "utf8")).toBe("late\n");
  });

  it.runIf(hasSetsid)("does not claim to have stopped what got out of the group", async () => {
    const marker = `84${process.pid}.5`;
    const away = join(await mkdtemp(join(tmpdir(), "daybook-run-")), "away");
    const outside = `setsid sh -c 'echo > "${away}"; exec sleep ${marker}' &`;
    const end = await run(
      `${outside} sleep ${marker} >/dev/null 2>&1 & while [ ! -e "${away}" ]; do sleep 0.02; done; echo x`,
    );
    try {
      expect(end).toMatchObject({
        code: 0,
        output: "x\n",
        leftBehind: expect.stringMatching(/was stopped; .* still runs$/u),
      });
      const left = processes().filter((line) => line.endsWith(`sleep ${marker}`));
      expect(left).toHaveLength(1);
    } finally {
      for (const line of processes()) {
        if (line.endsWith(` sleep ${marker}`)) process.kill(Number.parseInt(line, 10));
      }
    }
  });

  it("leaves no listener behind", async () => {
    await Promise.all(Array.from({ length: 12 }, () => run("true")));
    for (const name of ["exit", "SIGTERM", "SIGHUP"]) {
      expect(process.listeners(name as "exit").map((listener) => listener.name)).not.toContain("killWatched");
      expect(process.listeners(name as "exit").map((listener) => listener.name)).not.toContain("endWith");
    }
  });

  it.each(["SIGTERM", "SIGHUP"] as const)(
    "takes its commands with it when %s ends daybook",
    async (signal) => {
      const seconds = `${signal === "SIGTERM" ? 81 : 82}${process.pid}.5`;
      const source = join(import.meta.dirname, "run-command.ts");
      const program = await bundleProgram(
        `import { runCommand } from ${JSON.stringify(source)};
      void runCommand({ program: "/bin/sh", args: ["-c", "trap '' TERM; echo up; sleep ${seconds}"], cwd: "/",
        environment: { PATH: "/usr/bin:/bin" }, timeLimitMs: 60_000, mostBytes: 1_000,
        onOutput: async () => void process.stdout.write("up"), signal: new AbortController().signal });`,
      );
      const host = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
      await once(host.stdout, "data");
      host.kill(signal);
      const [, endedBy] = (await once(host, "exit")) as [number | null, string | null];
      expect(endedBy).toBe(signal);
      // What was killed is gone when the machine comes to it.
      await expect.poll(() => isListed(`sleep ${seconds}`)).toBe(false);
    },
  );
});
