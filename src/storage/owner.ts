import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Who holds a lock. Machine, boot, pid namespace and process start together decide whether the
 * holder can be judged from here at all, and whether it still lives: a pid alone is reused, and
 * a container sees other pids than its host.
 */
export interface Owner {
  /** Different for every acquisition. */
  nonce: string;
  /** Machine id and host name; clones of one disk image differ at least in the name. */
  machine: string;
  /** Null where the system tells no boot id. */
  boot: string | null;
  namespace: string | null;
  pid: number;
  /** When the process started, in the system's own units; null where it is not told. */
  started: string | null;
  /** ISO time of the acquisition, for people. */
  since: string;
}

/** What a process can say of itself and of others; passed in, so that tests can play another host. */
export interface ProcessTable {
  self(): Omit<Owner, "nonce" | "since">;
  /** `gone` when no such process runs; else its start, null where it is not told. */
  startOf(pid: number): string | null | "gone";
}

/** A lock's file content for this process. */
export function newOwner(processes: ProcessTable, now: Date): Owner {
  return { nonce: randomBytes(6).toString("hex"), ...processes.self(), since: now.toISOString() };
}

/** `unknown` is never robbed: another host, another pid namespace, or a file that says too little. */
export function judgeOwner(owner: Owner, processes: ProcessTable): "alive" | "dead" | "unknown" {
  const self = processes.self();
  const isSameBoot = owner.boot !== null && owner.boot === self.boot;
  // One boot is one machine, whatever it calls itself: the host name of a laptop changes with its network.
  if (!isSameBoot && owner.machine !== self.machine) return "unknown";
  if (!isSameBoot) return owner.boot === null || self.boot === null ? "unknown" : "dead";
  if (owner.namespace !== self.namespace) return "unknown";
  const started = processes.startOf(owner.pid);
  if (started === "gone") return "dead";
  return started !== null && owner.started !== null && started !== owner.started ? "dead" : "alive";
}

/** Names a holder for people. */
export function describeOwner(owner: Owner): string {
  return `process ${owner.pid} on ${owner.machine.split("/").at(-1)} (since ${owner.since})`;
}

export function parseOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Partial<Owner>;
    const whole =
      typeof value.nonce === "string" && typeof value.machine === "string" && typeof value.pid === "number";
    return whole
      ? ({ boot: null, namespace: null, started: null, since: "?", ...value } as Owner)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The process table of this machine. Asks the system once for what cannot change. */
export function createProcessTable(): ProcessTable {
  let self: Omit<Owner, "nonce" | "since"> | undefined;
  return {
    self() {
      self ??= {
        machine: `${readText("/etc/machine-id") ?? readText("/var/lib/dbus/machine-id") ?? "machine"}/${hostname()}`,
        boot: readText("/proc/sys/kernel/random/boot_id") ?? bootOfDarwin(),
        namespace: namespaceOfSelf(),
        pid: process.pid,
        started: orNull(startOf(process.pid)),
      };
      return self;
    },
    startOf,
  };
}

function orNull(started: string | null | "gone"): string | null {
  return started === "gone" ? null : started;
}

function startOf(pid: number): string | null | "gone" {
  if (!isRunning(pid)) return "gone";
  if (process.platform === "darwin") return run("ps", ["-o", "lstart=", "-p", String(pid)]);
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in parentheses and may hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie answers to signal 0 but runs no more. Field 3 is the state, field 22 the start.
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : (fields[19] ?? null);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function namespaceOfSelf(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

function bootOfDarwin(): string | null {
  return process.platform === "darwin" ? run("sysctl", ["-n", "kern.bootsessionuuid"]) : null;
}

function run(program: string, argv: string[]): string | null {
  try {
    // Not loaded where it is not needed: Linux tells all of this in files.
    const { execFileSync } = process.getBuiltinModule("node:child_process");
    return (
      execFileSync(program, argv, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || null
    );
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}
