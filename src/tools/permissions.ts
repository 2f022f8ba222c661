/**
 * What may run without a person's word. `decideAct` is the whole table, as a pure function; tools only
 * say which act a call is. The rest here keeps what the person allowed while they were asked.
 */
import { isCommandAllowed, isRememberable } from "./allowed-command.ts";

/** How much the agent may do by itself. */
export type PermissionMode = "ask" | "accept-edits" | "read-only" | "all";

/** All modes, the most careful that can still work first. */
export const permissionModes: readonly PermissionMode[] = ["ask", "accept-edits", "read-only", "all"];

/** Where a written file lies, as far as that decides. */
export type WritePlace = "project" | "guarded" | "instructions" | "memory" | "home" | "outside";

/** One call, reduced to what the decision needs. */
export type Act =
  | { kind: "read"; place: "open" | "home" | "outside" }
  | { kind: "write"; place: WritePlace }
  /** `reading`: on the list of commands that only read. */
  | { kind: "run"; command: "reading" | "remembered" | "other" };

/** `why` is half a sentence that may follow the name of the file or command. */
export type Decision = { decision: "allow" } | { decision: "ask" | "refuse"; why: string };

/** The table of permissions. */
export function decideAct(mode: PermissionMode, act: Act): Decision {
  switch (act.kind) {
    case "read":
      return decideRead(mode, act.place);
    case "write":
      return decideWrite(mode, act.place);
    case "run":
      return decideRun(mode, act.command);
  }
}

/** Which mode would have allowed it, for a refusal where nobody can be asked; null when none does. */
export function modeThatAllows(act: Act): PermissionMode | null {
  const wider: readonly PermissionMode[] = ["accept-edits", "all"];
  return wider.find((mode) => decideAct(mode, act).decision === "allow") ?? null;
}

function decideRead(mode: PermissionMode, place: "open" | "home" | "outside"): Decision {
  if (place === "open") return allow;
  if (place === "home") return ask("it lies in daybook's own folder");
  return mode === "all" ? allow : ask("it lies outside the project");
}

function decideWrite(mode: PermissionMode, place: WritePlace): Decision {
  if (place === "memory") {
    return refuse(
      "it lies in a folder of memories; use the Memory tool, so that index and history stay right",
    );
  }
  if (mode === "read-only") return refuse("this session may only read (permissions: read-only)");
  switch (place) {
    case "instructions":
      return ask("agents read it as instructions");
    case "home":
      return ask("it lies in daybook's own folder");
    case "guarded":
      return mode === "all" ? allow : ask("other programs run what stands there");
    case "outside":
      return mode === "all" ? allow : ask("it lies outside the project");
    case "project":
      return mode === "ask" ? ask("files change only with the person's word") : allow;
  }
}

function decideRun(mode: PermissionMode, command: "reading" | "remembered" | "other"): Decision {
  if (command === "reading" || mode === "all") return allow;
  if (mode === "read-only") return refuse("this session may only read (permissions: read-only)");
  return command === "remembered" ? allow : ask("it is not one of the commands that only read");
}

const allow: Decision = { decision: "allow" };

function ask(why: string): Decision {
  return { decision: "ask", why };
}

function refuse(why: string): Decision {
  return { decision: "refuse", why };
}

/** Where always-allowed commands are kept: the person's home, never the repository. */
export interface AllowedCommands {
  read(): Promise<readonly string[]>;
  /** Fails when it could not be kept. */
  add(command: string): Promise<void>;
}

/** What one session may do; the same for all its tools. */
export interface Permissions {
  readonly mode: PermissionMode;
  /** Chosen by the person: for the rest of the session. */
  setMode(mode: PermissionMode): void;
  isAllowed(command: string): Promise<boolean>;
  /** Null for a command that each time is asked about again. */
  rememberer(command: string): (() => Promise<void>) | null;
}

/** Permissions of a new session. Without `commands` nothing is remembered. */
export function createPermissions(options: {
  mode: PermissionMode;
  commands?: AllowedCommands;
}): Permissions {
  const { commands } = options;
  let { mode } = options;
  return {
    get mode() {
      return mode;
    },
    setMode: (chosen) => void (mode = chosen),
    isAllowed: async (command) => commands !== undefined && isCommandAllowed(command, await commands.read()),
    rememberer: (command) =>
      commands === undefined || !isRememberable(command) ? null : () => commands.add(command),
  };
}
