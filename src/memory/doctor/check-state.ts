import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { messageOf } from "../../errors/index.ts";
import { readTrust } from "../../project/index.ts";
import { lockOfScope, lookAtJournal, lookAtLocks } from "../../storage/index.ts";
import type { FileOperations, InspectOptions, LockLook } from "../../storage/index.ts";
import { escapeUnseen, formatCount } from "../../text/index.ts";
import type { Scope } from "../types.ts";
import { isAtWork, scopesIn } from "./check-disk.ts";
import type { Doctoring } from "./context.ts";
import { finding, type Finding } from "./finding.ts";

/** What stands around memory: locks, histories, daybook's own files, the shared folder, the settings. */

/** Who holds a lock of a scope does so for milliseconds; a session's is held as long as the chat is open. */
const SESSION_LEASE = /^log-/;
const OLD_LEASE_MS = 24 * 60 * 60 * 1000;
const LOOK_AGAIN_MS = 150;

/** The locks of the home; those of unknown holders are looked at twice, so that one at work is none. */
export async function checkLocks(
  inspect: InspectOptions,
  waitMs: number,
): Promise<{ locks: LockLook[]; found: Finding[] }> {
  let locks = await lookAtLocks(inspect);
  if (locks.some((lock) => lock.state !== "dead" && !SESSION_LEASE.test(lock.name))) {
    await sleep(LOOK_AGAIN_MS);
    const again = await lookAtLocks(inspect);
    // Another acquisition under the same name, or none any more: it is at work.
    locks = again.filter(
      ({ name, nonce, state }) =>
        state === "dead" || locks.some((lock) => lock.name === name && lock.nonce === nonce),
    );
  }
  return { locks, found: locks.filter((lock) => isStuck(lock, waitMs)).map((lock) => stuck(inspect, lock)) };
}

function isStuck({ name, state, age }: LockLook, waitMs: number): boolean {
  if (state === "dead") return true;
  if (SESSION_LEASE.test(name)) return state === "unknown" && age > OLD_LEASE_MS;
  return state === "unknown" || age > waitMs;
}

function stuck({ folders }: InspectOptions, { name, file, state, holder, age }: LockLook): Finding {
  const scope = scopesIn(folders).find((each) => lockOfScope(folders, each) === name) ?? null;
  const held = `It is held by ${escapeUnseen(holder)}, for ${durationOf(age)}`;
  if (state === "dead") {
    return finding("stuck-lock", {
      scope,
      file,
      message: `${held}; that process is gone.`,
      auto: "`daybook doctor --fix` frees it, as the next writer would.",
    });
  }
  return finding("stuck-lock", {
    scope,
    file,
    message: `${held}; nobody else can write meanwhile.`,
    remedy:
      state === "alive"
        ? "End that process if it hangs."
        : `It cannot be judged from here. If its process is gone for certain, remove ${file}.`,
  });
}

function durationOf(ms: number): string {
  const units = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
  ] as const;
  const [size, name] = units.find(([each]) => ms >= each) ?? [1000, "second"];
  const count = Math.floor(ms / size);
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
}

/** The histories: steps that nobody completed, lines that cannot be read. */
export async function checkHistories(
  inspect: InspectOptions,
  locks: readonly LockLook[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const scope of scopesIn(inspect.folders)) {
    try {
      const journal = await lookAtJournal(inspect, scope);
      if (journal === null) continue;
      const { file, unreadable, isUnfinished } = journal;
      if (isUnfinished && !isAtWork(locks, lockOfScope(inspect.folders, scope))) {
        found.push(
          finding("unfinished-step", {
            scope,
            file,
            message: "The last change was not completed: its process was killed.",
            auto: "`daybook doctor --fix` completes it, as the next save would.",
          }),
        );
      }
      const [first] = unreadable;
      if (first !== undefined) found.push(brokenLines(scope, { file, first, count: unreadable.length }));
    } catch (error) {
      found.push(unreadableState(scope, join(folderOf(inspect, scope), "history.jsonl"), messageOf(error)));
    }
  }
  return found;
}

function brokenLines(
  scope: Scope,
  { file, first, count }: { file: string; first: number; count: number },
): Finding {
  return finding("broken-history", {
    scope,
    file,
    line: first,
    message: `${formatCount(count)} ${count === 1 ? "line" : "lines"} of the history cannot be read; log and undo pass over ${count === 1 ? "it" : "them"}.`,
    remedy: "Nothing else depends on such a line: take it out by hand, or leave it.",
  });
}

function folderOf({ folders }: InspectOptions, scope: Scope): string {
  return scope === "user" ? folders.home : (folders.project ?? folders.home);
}

/** Files that daybook keeps about a project: one that is no JSON is left alone, and something does not work. */
export async function checkOwnFiles({ folders, files }: InspectOptions): Promise<Finding[]> {
  if (folders.project === undefined) return [];
  const found: Finding[] = [];
  for (const [name, means] of [
    ["project.json", "trust and allowed commands of this project are not known"],
    ["session-marks.json", "it is not known which sessions are pinned"],
    ["trash/state.json", "old sessions stay where they are"],
  ] as const) {
    const file = join(folders.project, name);
    const problem = await problemOf(files, file);
    if (problem === null) continue;
    found.push(
      finding("broken-file", {
        scope: "project",
        file,
        message: `${problem}, so ${means}.`,
        remedy: "Mend it by hand, or move it away to begin anew.",
      }),
    );
  }
  return found;
}

/** Purges of sessions that were cut short: what they decided lies beside the history until it is done. */
export async function checkPurges({ folders, files }: InspectOptions): Promise<Finding[]> {
  const { project } = folders;
  if (project === undefined) return [];
  const names = await files.names(project).catch(() => []);
  return names
    .filter(({ name }) => /^purge-[0-9a-f]{16}\.json$/.test(name))
    .map(({ name }) =>
      finding("unfinished-purge", {
        scope: "project",
        file: join(project, name),
        message: "A purge of a session was cut short, so texts that should be gone may be there still.",
        remedy: "The file names the session: `daybook rm --session ID --purge` finishes it.",
      }),
    );
}

async function problemOf(files: FileOperations, file: string): Promise<string | null> {
  try {
    if (files.look(file) === undefined) return null;
    const value: unknown = JSON.parse(
      Buffer.from(await files.readFile(file))
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? null
      : "It holds no JSON object";
  } catch (error) {
    return error instanceof SyntaxError ? "It is no valid JSON" : `It cannot be read (${messageOf(error)})`;
  }
}

function unreadableState(scope: Scope, file: string, problem: string): Finding {
  return finding("unreadable", {
    scope,
    file,
    message: problem,
    remedy: "Change its permissions, or move it away.",
  });
}

/** The shared folder as a whole, and the settings. */
export async function checkAround({ options, store, inspect }: Doctoring): Promise<Finding[]> {
  const { folders } = inspect;
  const found = (options.settingsProblems ?? []).map((problem) =>
    finding("settings", {
      scope: null,
      file: join(folders.home, "daybook.json"),
      message: problem,
      remedy: "Mend the file by hand; until then the defaults count.",
    }),
  );
  const problem = options.sharedProblem ?? null;
  if (problem !== null) {
    found.push(
      finding("shared-unusable", {
        scope: "project",
        file: problem.split(" ", 1)[0] ?? "",
        message: problem,
        remedy: "Until then this project's memories are the private ones alone.",
      }),
    );
  } else if (!store.storage.has("shared") && store.storage.has("project")) {
    const trust = await readTrust(store.storage).catch(() => null);
    if (trust !== null && trust.contents.length > 0) {
      found.push(
        finding("shared-missing", {
          scope: "project",
          file: folders.project ?? folders.home,
          message:
            "Memories that this project shared were trusted here, and .agent/memory is not there any more.",
          remedy: "Another branch may have it; `daybook init` makes it anew.",
        }),
      );
    }
  }
  return found;
}
