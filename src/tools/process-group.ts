/** Groups of processes that commands run in: ended as a whole, and never left behind by daybook's own end. */
import { readdirSync, readFileSync } from "node:fs";
import { systemCodeOf } from "../errors/index.ts";

/** Sends a signal to all of a group, named by the process it began with; none is needed to be there. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/** Whether something of the group still runs, also where it may not be signalled. */
export function isGroupRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
  return holdsMoreThanDead(pid);
}

// A signal also reaches what has ended and was not taken note of, as orphans in a container without init.
function holdsMoreThanDead(group: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readdirSync("/proc").some((name) => /^\d+$/u.test(name) && isRunningIn(group, name));
  } catch {
    return true;
  }
}

function isRunningIn(group: number, name: string): boolean {
  try {
    const facts = readFileSync(`/proc/${name}/stat`, "utf8");
    // `12 (name) S 1 12 …`: state, parent and group; the name may hold anything.
    const [state = "", , itsGroup] = facts.slice(facts.lastIndexOf(")") + 2).split(" ");
    return Number(itsGroup) === group && !"ZX".includes(state);
  } catch {
    return false;
  }
}

// One listener each, however many run side by side.
const watched = new Set<number>();
const endings = ["SIGHUP", "SIGTERM"] as const;

/** From now on daybook's own end takes this group with it. */
export function watchGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  if (watched.size === 0) {
    process.on("exit", killWatched);
    for (const signal of endings) process.on(signal, endWith);
  }
  watched.add(pid);
}

/** The group has ended. */
export function unwatchGroup(pid: number | undefined): void {
  if (pid === undefined || !watched.delete(pid) || watched.size > 0) return;
  process.off("exit", killWatched);
  for (const signal of endings) process.off(signal, endWith);
}

function killWatched(): void {
  for (const pid of watched) killGroup(pid, "SIGKILL");
}

function endWith(signal: NodeJS.Signals): void {
  killWatched();
  for (const pid of watched) unwatchGroup(pid);
  // As if nobody had listened, unless others do.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
