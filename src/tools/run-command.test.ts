import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
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
    timeLimitMs: 20_000,
    mostBytes: 1_000_000,
    onOutput: async (chunk) => void (output += Buffer.from(chunk).toString("utf8")),
    signal: AbortSignal.timeout(30_000),
    ...more,
  });
  return { ...end, output };
}

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

  it("leaves no listener behind", async () => {
    await Promise.all(Array.from({ length: 12 }, () => run("true")));
    for (const name of ["exit", "SIGTERM", "SIGHUP"]) {
      expect(process.listeners(name as "exit").map((listener) => listener.name)).not.toContain("killRunning");
      expect(process.listeners(name as "exit").map((listener) => listener.name)).not.toContain("endWith");
    }
  });

  it.each(["SIGTERM", "SIGHUP"] as const)(
    "takes its commands with it when %s ends daybook",
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), "daybook-run-"));
      const seconds = `${signal === "SIGTERM" ? 81 : 82}${process.pid}.5`;
      const source = fileURLToPath(new URL("run-command.ts", import.meta.url));
      const script = join(folder, "host.ts");
      await writeFile(
        script,
        `import { runCommand } from ${JSON.stringify(source)};
      void runCommand({ program: "/bin/sh", args: ["-c", "trap '' TERM; echo up; sleep ${seconds}"], cwd: "/",
        environment: { PATH: "/usr/bin:/bin" }, timeLimitMs: 60_000, mostBytes: 1_000,
        onOutput: async () => void process.stdout.write("up"), signal: new AbortController().signal });`,
      );
      const host = spawn(process.execPath, ["--import", "tsx", script], {
        cwd: fileURLToPath(new URL("../..", import.meta.url)),
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(host.stdout, "data");
      host.kill(signal);
      const [, endedBy] = (await once(host, "exit")) as [number | null, string | null];
      expect(endedBy).toBe(signal);
      const listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).split("\n");
      expect(listed.filter((line) => line.startsWith(`sleep ${seconds}`))).toEqual([]);
    },
  );
});
