/**
 * One writing process of the stress test. It saves, updates and deletes its own memories as fast
 * as it can and says on standard output what it tries (`try`) and what was acknowledged (`ack`),
 * so that whoever kills it knows what must be there. A second owner of the lock is reported.
 *
 *     node writer.mjs HOME NAME SAVES [mixed]
 */
import { readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import { createMemoryStore } from "../../src/memory/index.ts";
import { defaultLimits } from "../../src/limits/index.ts";
import { createFileStorage, nodeFiles } from "../../src/storage/index.ts";
import type { FileOperations } from "../../src/storage/index.ts";

const [home = "", name = "", saves = "0", mode = ""] = process.argv.slice(2);

/** Written straight to the pipe: a kill right after cannot take it back. */
function say(...words: unknown[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}

function isUserLock(path: string): boolean {
  return path.endsWith("/user.lock");
}

/** Watches the lock from outside its own code: whoever gets it looks for a living holder. */
function watchOwner(files: FileOperations): FileOperations {
  const marker = join(home, "owner");
  return {
    ...files,
    async link(existing, made) {
      await files.link(existing, made);
      if (!isUserLock(made)) return;
      const other = readMarker(marker);
      if (other !== process.pid && other !== 0 && isAlive(other)) say("double", other, process.pid);
      writeFileSync(marker, String(process.pid));
    },
    async unlink(path) {
      if (isUserLock(path) && readMarker(marker) === process.pid) rmSync(marker, { force: true });
      await files.unlink(path);
    },
  };
}

function readMarker(marker: string): number {
  try {
    return Number(readFileSync(marker, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  let id = 0;
  const storage = createFileStorage({
    folders: { home },
    now: () => new Date(),
    newId: () => `${name}-${process.pid}-${(id += 1)}`,
    files: watchOwner(nodeFiles),
  });
  const store = createMemoryStore({
    storage,
    gate: { check: async () => [] },
    // Whoever has just let the lock go is the first to ask again, so on a busy machine the last of eight writers may
    // wait until the others are through. Only what hangs is to end here, before the test does.
    limits: { ...defaultLimits, lockWaitMs: 540_000 },
    now: () => new Date(),
  });
  const save = async (memory: string, version: number) => {
    say("try", "save", memory, version);
    const description = `what ${memory} says`;
    await store.save({
      name: memory,
      description,
      type: "user",
      body: `version ${version}\n`,
      source: "agent",
    });
    say("ack", "save", memory, version);
  };
  for (let count = 0; count < Number(saves); count += 1) {
    const memory = `${name}-${count}`;
    await save(memory, 1);
    if (mode !== "mixed") continue;
    if (count % 3 === 1) await save(memory, 2);
    if (count % 5 === 4) {
      say("try", "delete", memory, 0);
      await store.remove(memory, { source: "agent" });
      say("ack", "delete", memory, 0);
    }
  }
}

await main();
