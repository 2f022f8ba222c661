import type { ListedSession } from "../../sessions/index.ts";
import { sessionTable, sessionTabs } from "../chat/session-rows.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";
import { unknownPart } from "../unknown-command.ts";

const known = ["list", "show", "pin", "unpin", "restore", "prune", "export"];

export interface SessionsGiven {
  /** What stands where a command of `sessions` would. */
  words?: string[];
}

/** `daybook sessions list`: the conversations of this project, newest activity first. */
export async function listSessions(context: CommandContext, given: SessionsGiven): Promise<number> {
  const [word] = given.words ?? [];
  if (word !== undefined) throw unknownPart("sessions", word, known);
  const { sessionKeeper } = await context.open();
  const { terminal, json } = context;
  for (const notice of await sessionKeeper.tidyAtStart()) terminal.notice(showLine(notice));
  const sessions = await sessionKeeper.list();
  if (json) terminal.json(sessions.map(listedSession));
  else if (sessions.length === 0)
    terminal.notice("No session of this project is kept yet. daybook begins one.");
  else printSessions(context, sessions);
  return done;
}

/** A session as programs get it. */
export function listedSession(session: ListedSession): ListedSession {
  const { id, created, lastActive, title, firstPrompt, bytes, pinned } = session;
  return { id, created, lastActive, title, firstPrompt, bytes, pinned };
}

/** One line a session: a table at a terminal, tabs for a program. */
export function printSessions({ terminal, host }: CommandContext, sessions: readonly ListedSession[]): void {
  const { colors, width } = terminal;
  const lines = terminal.isTerminal
    ? sessionTable(sessions, { colors, width, now: host.now() })
    : sessionTabs(sessions);
  terminal.print(lines.join("\n"));
}

/** `daybook sessions pin ID`: keeps a session from the trash, or brings it back for good. */
export async function pinSession(context: CommandContext, given: { id: string }): Promise<number> {
  return setPin(context, given.id, true);
}

/** `daybook sessions unpin ID`. */
export async function unpinSession(context: CommandContext, given: { id: string }): Promise<number> {
  return setPin(context, given.id, false);
}

async function setPin(
  { open, terminal, json }: CommandContext,
  given: string,
  pinned: boolean,
): Promise<number> {
  const { sessionKeeper } = await open();
  const { id, restored } = await sessionKeeper.pin(given, pinned);
  if (json) terminal.json({ id, pinned, ...(restored ? { restored } : {}) });
  else if (restored) terminal.print(`${id} is back from the trash and pinned: it is never put there again.`);
  else if (pinned) terminal.print(`${id} is pinned: it is never put into the trash.`);
  else terminal.print(`${id} is no longer pinned${restText(sessionKeeper.periods.days)}.`);
  return done;
}

function restText(days: number): string {
  return days > 0 ? `: it goes to the trash when it was not used for ${days} days` : "";
}
