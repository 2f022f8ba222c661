import { DaybookError } from "../../errors/index.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";
import { tellResumed } from "./open-conversation.ts";
import { pickSession } from "./pick-session.ts";
import { markedSessionTabs, sessionTable } from "./session-rows.ts";
import { isSearch } from "./session-to-resume.ts";

/** `/resume`: goes on with another session of the project; alone, or with words that are no id, lets the person choose. */
export async function resumeCommand(given: string, session: ChatSession): Promise<LineOutcome> {
  const id = await chosenId(given, session);
  if (id === null) return { ok: true };
  const { terminal } = session.options;
  if (id === session.id) {
    terminal.print(terminal.colors.dim("That is the session you are in."));
    return { ok: true };
  }
  const resumed = await session.renew({ resume: id });
  session.pending = [];
  // A pipe has its own record of what was said.
  tellResumed(resumed, { terminal, withWords: session.console !== null });
  return { ok: true };
}

async function chosenId(given: string, session: ChatSession): Promise<string | null> {
  const { sessions } = session.options;
  if (given === "") return choose("", session);
  try {
    return await sessions.find(given);
  } catch (error) {
    if (session.console === null || !isSearch(given, error)) throw error;
    return choose(given, session);
  }
}

async function choose(typed: string, session: ChatSession): Promise<string | null> {
  const { sessions, host, terminal } = session.options;
  if (session.console === null) {
    throw new DaybookError("usage", "Say which: /resume ID, or a beginning of it. /sessions lists them.");
  }
  const others = (await sessions.list()).filter(({ id }) => id !== session.id);
  if (others.length === 0) {
    terminal.print(terminal.colors.dim("There is no other session in this project."));
    return null;
  }
  const choice = await session.lines.suspend(() =>
    pickSession({ host, colors: terminal.colors, sessions: others, typed }),
  );
  return choice?.id ?? null;
}

/** Sessions that are listed at a terminal; a pipe gets all. */
const LISTED = 20;

/** `/sessions`: what was talked about here, newest first. */
export async function sessionsCommand({ id, options }: ChatSession): Promise<LineOutcome> {
  const { terminal, sessions, host } = options;
  const { dim } = terminal.colors;
  const all = await sessions.list();
  if (all.length === 0) terminal.print(dim("No session of this project is kept yet."));
  else if (!terminal.isTerminal) terminal.print(markedSessionTabs(all, id).join("\n"));
  else {
    const { colors, width } = terminal;
    const table = { colors, width, now: host.now(), open: id };
    terminal.print(sessionTable(all.slice(0, LISTED), table).join("\n"));
    const more = all.length - LISTED;
    if (more > 0) terminal.print(dim(`… and ${more} more: daybook sessions list, or /resume to search`));
  }
  return { ok: true };
}

/** `/fork`: goes on in a copy; what was said so far is in both. */
export async function forkCommand(session: ChatSession): Promise<LineOutcome> {
  const { terminal, sessions } = session.options;
  const from = session.id;
  assertBegun(session, "There is nothing to copy yet: nothing was said in this session.");
  const copy = await sessions.fork(from);
  await session.renew({ resume: copy });
  const { bold, dim } = terminal.colors;
  terminal.print(`${bold(copy)} ${dim(`is a copy of ${from}, which stays as it is: /resume ${from}`)}`);
  return { ok: true };
}

/** `/rename TITLE`: what lists call this session. */
export async function renameCommand(title: string, session: ChatSession): Promise<LineOutcome> {
  if (title === "") throw new DaybookError("usage", "Say what to call this session: /rename TITLE.");
  assertBegun(session, "Nothing was said in this session yet; name it once it has begun.");
  const { terminal, sessions } = session.options;
  const kept = await sessions.setTitle(session.id, title);
  terminal.print(terminal.colors.dim(`This session is called “${showLine(kept)}” now.`));
  return { ok: true };
}

// A session is kept with its first prompt.
function assertBegun({ agent }: ChatSession, sentence: string): void {
  if (agent.messages().length === 0) throw new DaybookError("usage", sentence);
}
