import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { createFaultyFiles } from "./faulty-files.ts";
import { nodeFiles } from "./files.ts";
import { acquireLock, withLocks } from "./lock.ts";
import { createProcessTable, judgeOwner, newOwner } from "./owner.ts";
import type { Owner } from "./owner.ts";

const processes = createProcessTable();

async function lockFolder(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "daybook-lock-")), "locks");
}

/** A lock file as another process would have left it. */
function plant(directory: string, name: string, owner: Partial<Owner>): string {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${name}.lock`);
  writeFileSync(path, JSON.stringify({ ...newOwner(processes, new Date()), ...owner }));
  return path;
}

const gone = { pid: 4_194_399, started: "1" };

describe("a lock", () => {
  test("is held by one, released, and leaves nothing", async () => {
    const directory = await lockFolder();
    const first = await acquireLock({ directory, waitMs: 0 }, "user");
    await expect(acquireLock({ directory, waitMs: 0 }, "user")).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(`process ${process.pid}`),
      data: { file: join(directory, "user.lock") },
    });
    await first.release();
    await (await acquireLock({ directory, waitMs: 0 }, "user")).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a waiting writer gets it when the holder is done", async () => {
    const directory = await lockFolder();
    const first = await acquireLock({ directory, waitMs: 0 }, "user");
    const second = acquireLock({ directory, waitMs: 60_000 }, "user");
    await sleep(20);
    await first.release();
    expect((await second).taken).toBe(false);
    await (await second).release();
  });

  test("user comes before projects, whatever order was asked for, and all are released when the work fails", async () => {
    const directory = await lockFolder();
    const made: string[] = [];
    const files = createFaultyFiles(nodeFiles, (operation, path) => {
      if (operation === "link") made.push(path.slice(directory.length + 1));
      return undefined;
    });
    const names = ["project-b", "user", "project-a", "user"];
    const working = withLocks({ directory, waitMs: 0, files, names }, async () => {
      throw new Error("stop");
    });
    await expect(working).rejects.toThrow("stop");
    expect(made).toEqual(["user.lock", "project-a.lock", "project-b.lock"]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each([
    ["a dead process", gone],
    ["a dead process of this boot, though the host was renamed", { machine: "m/cafe-wifi", ...gone }],
    ["a process of an earlier boot", { boot: "an-earlier-boot" }],
    ["a pid that was given to another process", { pid: process.pid, started: "1" }],
  ])("of %s is taken at once", async (_name, owner) => {
    const directory = await lockFolder();
    const path = plant(directory, "user", owner);
    utimesSync(path, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
    const lock = await acquireLock({ directory, waitMs: 0 }, "user");
    expect(lock.taken).toBe(true);
    await lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each([
    ["another host", { machine: "elsewhere/host-b", boot: "its-own-boot", ...gone }],
    ["another pid namespace", { namespace: "pid:[1]", ...gone }],
    ["a live process, however old its file", {}],
  ])("of %s is never robbed", async (_name, owner) => {
    const directory = await lockFolder();
    const path = plant(directory, "user", owner);
    utimesSync(path, new Date(0), new Date(0));
    const before = readFileSync(path, "utf8");
    await expect(acquireLock({ directory, waitMs: 30 }, "user")).rejects.toMatchObject({ code: "locked" });
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("that cannot be read is never robbed and the file is named", async () => {
    const directory = await lockFolder();
    mkdirSync(directory);
    writeFileSync(join(directory, "user.lock"), "half a fi");
    await expect(acquireLock({ directory, waitMs: 10 }, "user")).rejects.toMatchObject({
      message: expect.stringContaining(join(directory, "user.lock")),
    });
  });

  test("break locks of killed breakers do not stand in the way, at any depth", async () => {
    const directory = await lockFolder();
    plant(directory, "user", { ...gone, nonce: "n1" });
    plant(directory, "user.n1", { ...gone, nonce: "n2" });
    plant(directory, "user.n1.n2", { ...gone, nonce: "n3" });
    plant(directory, "user.n0", { ...gone, nonce: "n4" });
    await (await acquireLock({ directory, waitMs: 0 }, "user")).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("of a dead owner goes to one of many", async () => {
    const directory = await lockFolder();
    for (let round = 0; round < 20; round += 1) {
      plant(directory, "user", { ...gone, nonce: `dead${round}` });
      let inside = 0;
      let most = 0;
      const enter = async () =>
        withLocks({ directory, waitMs: 60_000, names: ["user"] }, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await sleep(1);
          inside -= 1;
        });
      await Promise.all(Array.from({ length: 8 }, enter));
      expect(most).toBe(1);
    }
  });

  test("a late release leaves the lock of the next owner alone", async () => {
    const directory = await lockFolder();
    const first = await acquireLock({ directory, waitMs: 0 }, "user");
    rmSync(join(directory, "user.lock"));
    const second = await acquireLock({ directory, waitMs: 0 }, "user");
    await first.release();
    expect(readdirSync(directory)).toEqual(["user.lock"]);
    await second.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("works on a disk without hard links", async () => {
    const directory = await lockFolder();
    const files = createFaultyFiles(nodeFiles, (operation) =>
      operation === "link" ? { code: "EPERM" } : undefined,
    );
    const lock = await acquireLock({ directory, waitMs: 0, files }, "user");
    await expect(acquireLock({ directory, waitMs: 0, files }, "user")).rejects.toMatchObject({
      code: "locked",
    });
    await lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("FS-03: one held by a process that was killed is taken at once", async () => {
    const directory = await lockFolder();
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    const started = processes.startOf(child.pid ?? 0);
    const owner = {
      ...newOwner(processes, new Date()),
      pid: child.pid ?? 0,
      started: started === "gone" ? null : started,
    };
    expect(judgeOwner(owner, processes)).toBe("alive");
    plant(directory, "user", owner);
    await expect(acquireLock({ directory, waitMs: 30 }, "user")).rejects.toMatchObject({ code: "locked" });
    child.kill("SIGKILL");
    // Not reaped yet, it may be a zombie that still answers to signals: it counts as dead.
    const lock = await acquireLock({ directory, waitMs: 60_000 }, "user");
    expect(lock.taken).toBe(true);
    await lock.release();
  });
});
