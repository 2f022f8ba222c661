import { setTimeout as sleep } from "node:timers/promises";

import { messageOf } from "../../errors/index.ts";
import { folderOfLocks, lockOfScope, lookAtLocks } from "../../storage/index.ts";
import type { InspectOptions, LockLook } from "../../storage/index.ts";
import { escapeUnseen, formatCount } from "../../text/index.ts";
import { scopesIn } from "./check-disk.ts";
import { finding, unreadableState, type Finding } from "./finding.ts";

/** Who holds a lock of a scope does so for milliseconds; a session's is held as long as the chat is open. */
const SESSION_LEASE = /^log-/;
const OLD_LEASE_MS = 24 * 60 * 60 * 1000;
const LOOK_AGAIN_MS = 150;

/**
 * The locks of the home; those of unknown holders are looked at twice, so that one at work is none. Where they cannot be
 * looked at there are none, and a finding.
 */
export async function checkLocks(
  inspect: InspectOptions,
  waitMs: number,
): Promise<{ locks: LockLook[]; found: Finding[] }> {
  try {
    const locks = await lookTwice(inspect);
    return {
      locks,
      found: locks.filter((lock) => isStuck(lock, waitMs)).map((lock) => stuck(inspect, lock)),
    };
  } catch (error) {
    return { locks: [], found: [unreadableState(null, folderOfLocks(inspect.folders), messageOf(error))] };
  }
}

async function lookTwice(inspect: InspectOptions): Promise<LockLook[]> {
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
  return locks;
}

function isStuck({ name, state, age }: LockLook, waitMs: number): boolean {
  if (state === "dead" || state === "odd") return true;
  if (SESSION_LEASE.test(name)) return state === "unknown" && age > OLD_LEASE_MS;
  return state === "unknown" || age > waitMs;
}

function stuck({ folders }: InspectOptions, { name, file, state, holder, age }: LockLook): Finding {
  const scope = scopesIn(folders).find((each) => lockOfScope(folders, each) === name) ?? null;
  if (state === "odd") {
    return finding("stuck-lock", {
      scope,
      file,
      message: `It is ${holder}, not a lock: nobody can write meanwhile.`,
      remedy: "Move it away, or remove it.",
    });
  }
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
