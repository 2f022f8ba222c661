import { execFile } from "node:child_process";
import { mkdtemp, readdir, realpath, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** What is asked of memory before a run's files are put there: its tests hold a few hundred megabytes at once. */
const ROOM_BYTES = 4 * 1024 ** 3;
const LEFT_FOR_MS = 60 * 60 * 1000;

/** Where a run's files may lie. */
export interface ScratchPlaces {
  /** A folder in memory, which need not be there: `/dev/shm`. */
  memory: string;
  /** The usual place for temporary files. */
  disk: string;
  /** How much memory this process may still take. */
  availableMemory: number;
}

/**
 * A folder for all files of one test run: in memory where there is plenty and scripts may run from it, since waiting
 * for the disk is an eighth of a run. What is tried is what survives the death of a process, and both places keep that
 * alike; `npm run test:stress` stays on the disk.
 */
export async function makeScratch(places: ScratchPlaces): Promise<string> {
  await sweepScratch(places.memory);
  return (await inMemory(places)) ?? (await newFolder(places.disk));
}

async function inMemory({ memory, availableMemory }: ScratchPlaces): Promise<string | null> {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = await statfs(memory);
    if (Math.min(bavail * bsize, availableMemory) < ROOM_BYTES) return null;
    folder = await newFolder(memory);
    // Many containers mount it so that nothing can be started from it, as tests do.
    const probe = join(folder, "probe");
    await writeFile(probe, "#!/bin/sh\n", { mode: 0o700 });
    await promisify(execFile)(probe);
    return folder;
  } catch {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
    return null;
  }
}

async function newFolder(place: string): Promise<string> {
  return mkdtemp(join(await realpath(place), `daybook-tests-${process.pid}-`));
}

/** Removes what killed runs left in a place: in memory it would pile up. */
async function sweepScratch(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const [, pid] = /^daybook-tests-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(place, name);
    // A process of another container is not seen from here, so one that was just at work is left alone.
    const touched = await stat(folder).catch(() => null);
    if (touched === null || Date.now() - touched.mtimeMs < LEFT_FOR_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
