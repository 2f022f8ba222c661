import type { Host } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SessionBook } from "./chat-options.ts";
import { pickSession } from "./pick-session.ts";
import type { ResumeWish } from "./resume-wish.ts";

/** Which session a chat goes on with. */
export interface ResumeChoice {
  /** Null begins a new one. */
  id: string | null;
  /** The person looked at the list and left. */
  left: boolean;
}

/** Where it is looked for, and where a person can be asked. */
export interface ResumeDoors {
  sessions: SessionBook;
  host: Host;
  terminal: Terminal;
  canChoose: boolean;
}

/** Finds the session that was asked for. Where there is none to go on with, a new one begins and says so. */
export async function sessionToResume(wish: ResumeWish | null, doors: ResumeDoors): Promise<ResumeChoice> {
  const { sessions, terminal } = doors;
  switch (wish?.kind) {
    case undefined:
      return { id: null, left: false };
    case "id":
      return findOrChoose(wish, doors);
    case "latest": {
      const id = await sessions.latest();
      if (id === null) terminal.notice(NONE);
      return { id, left: false };
    }
    case "choose":
      return choose("", doors);
  }
}

async function findOrChoose({ id }: { id: string }, doors: ResumeDoors): Promise<ResumeChoice> {
  try {
    return { id: await doors.sessions.find(id), left: false };
  } catch (error) {
    if (!doors.canChoose || !isSearch(id, error)) throw error;
    return choose(id, doors);
  }
}

/** Whether words that name no session are to be looked for in the list: an id, or its beginning, is not. */
export function isSearch(words: string, error: unknown): boolean {
  return DaybookError.isInstance(error) && error.code === "not-found" && !/^\d{4}/u.test(words);
}

async function choose(typed: string, { sessions: book, host, terminal }: ResumeDoors): Promise<ResumeChoice> {
  const sessions = await book.list();
  if (sessions.length === 0) {
    terminal.notice(NONE);
    return { id: null, left: false };
  }
  const choice = await pickSession({ host, colors: terminal.colors, sessions, typed });
  return { id: choice?.id ?? null, left: choice === null };
}

const NONE = "There is no earlier session in this project; this is a new one.";
