import type { ListedSession } from "../../sessions/index.ts";
import { ageText, shortAge } from "../chat/age-text.ts";
import { labelOf, restedFor } from "../chat/offered-session.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
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
  if (!terminal.isTerminal) {
    terminal.print(renderTabs(sessions.map(tabbed)).join("\n"));
    return;
  }
  const { cyan, dim } = terminal.colors;
  const columns = [
    { paint: cyan },
    { paint: dim, align: "right" as const, dispensable: 2 },
    { paint: dim, dispensable: 1 },
    { flexible: true, least: 12 },
  ];
  const now = host.now();
  const rows = sessions.map((session) => {
    const rested = restedFor(session, now);
    const age = rested === null ? "" : (terminal.width < 60 ? shortAge : ageText)(rested);
    const { text, more } = labelOf(session);
    return [session.id, age, session.pinned ? "pinned" : "", more === "" ? text : `${text} — ${more}`];
  });
  terminal.print(renderTable(columns, rows, terminal.width).join("\n"));
}

function tabbed({ id, lastActive, pinned, title, firstPrompt }: ListedSession): string[] {
  return [id, lastActive ?? "", pinned ? "pinned" : "", title ?? "", firstPrompt ?? ""].map(showLine);
}

/** `daybook sessions pin ID`: keeps a session from the trash. */
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
  const id = await sessionKeeper.find(given);
  await sessionKeeper.pin(id, pinned);
  if (json) terminal.json({ id, pinned });
  else if (pinned) terminal.print(`${id} is pinned: it is never put into the trash.`);
  else terminal.print(`${id} is no longer pinned${restText(sessionKeeper.periods.days)}.`);
  return done;
}

function restText(days: number): string {
  return days > 0 ? `: it goes to the trash when it was not used for ${days} days` : "";
}
