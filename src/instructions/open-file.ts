import { resolve } from "node:path";
import { systemCodeOf } from "../errors/index.ts";
import type { DiskEntry, InstructionDisk } from "./disk.ts";
import { refuseNames } from "./refuse-path.ts";
import { liesIn, namesBelow, type Territory } from "./territory.ts";

/** A file that may be read, before it is opened. */
export interface JudgedFile {
  /** Real path. */
  real: string;
  entry: DiskEntry;
}

/**
 * `why` is half a sentence. `letters` was refused by its spelling, and nothing was looked for; it, `missing` and
 * `folder` are no faults of a word that was no path.
 */
export type Refusal = { ok: false; kind: "missing" | "folder" | "letters" | "refused"; why: string };
export type Judgement = { ok: true; file: JudgedFile } | Refusal;
export type ReadOutcome = { ok: true; bytes: Uint8Array; total: number } | Refusal;

/** What a file may be, and where. */
export interface JudgeOptions {
  disk: InstructionDisk;
  territory: Territory;
  /** The file that the person put into their own home may be a link to anywhere of theirs. */
  mayLeaveByLink?: boolean;
}

/** Judges a path by its letters, then by the real path behind its links; opens nothing. */
export function judgeFile(
  path: string,
  { disk, territory, mayLeaveByLink = false }: JudgeOptions,
): Judgement {
  const { root, called } = territory;
  const target = resolve(path);
  if (!liesIn(root, target)) return { ok: false, kind: "letters", why: `it lies outside of ${called}` };
  const byName = refuseNames(namesBelow(root, target));
  // A name alone, of a file that is not there, may be any word: `@credentials`.
  if (byName !== null)
    return exists(disk, target) ? refused(byName) : { ok: false, kind: "missing", why: byName };
  try {
    const real = disk.realPath(target);
    const isInside = liesIn(root, real);
    if (!isInside && !mayLeaveByLink) return refused(`it is a link that leads out of ${called}`);
    const byRealName = refuseNames(isInside ? namesBelow(root, real) : namesBelow("/", real));
    if (byRealName !== null) return refused(`it is a link, and ${byRealName}`);
    const entry = disk.look(real);
    if (entry.kind === "folder") return { ok: false, kind: "folder", why: "it is a folder" };
    if (entry.kind !== "file") return refused("it is no regular file");
    return { ok: true, file: { real, entry } };
  } catch (error) {
    return isMissing(error) && exists(disk, target) ? refused("it is a link to nothing") : toRefusal(error);
  }
}

/**
 * Reads the beginning of a judged file, and only if what was opened is what was judged: between the two
 * looks a folder may have become a link.
 */
export function readJudged(disk: InstructionDisk, { real, entry }: JudgedFile, limit: number): ReadOutcome {
  try {
    const opened = disk.open(real);
    try {
      if (!isSame(opened.entry, entry) || disk.realPath(real) !== real || !isSame(disk.look(real), entry)) {
        return refused(changed);
      }
      const total = opened.entry.bytes;
      return { ok: true, bytes: opened.read(Math.min(limit, total)), total };
    } finally {
      opened.close();
    }
  } catch (error) {
    return isMissing(error) || systemCodeOf(error) === "ELOOP" ? refused(changed) : toRefusal(error);
  }
}

const changed = "it was changed while it was read";

function isSame(left: DiskEntry, right: DiskEntry): boolean {
  return left.kind === right.kind && left.device === right.device && left.inode === right.inode;
}

function exists(disk: InstructionDisk, path: string): boolean {
  try {
    disk.look(path);
    return true;
  } catch {
    return false;
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
}

function toRefusal(error: unknown): Refusal {
  const code = systemCodeOf(error);
  if (isMissing(error) || code === "ENAMETOOLONG" || code === "ERR_INVALID_ARG_VALUE") {
    return { ok: false, kind: "missing", why: "there is no such file" };
  }
  if (code === "EACCES" || code === "EPERM") return refused("reading it is not permitted");
  if (code === "ELOOP") return refused("its links form a circle");
  return refused(`the system cannot read it (${code ?? "unknown fault"})`);
}

function refused(why: string): Refusal {
  return { ok: false, kind: "refused", why };
}
