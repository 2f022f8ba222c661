import { oneLine } from "../../text/index.ts";
import { showLine } from "../terminal/show.ts";

/** A session as a person chooses it. */
export interface OfferedSession {
  id: string;
  title: string | null;
  firstPrompt: string | null;
  /** ISO time of the last message; null where none can be read. */
  lastActive: string | null;
  pinned: boolean;
}

/** How a session is called: `more` is its first prompt, where the title was given by somebody. */
export interface SessionLabel {
  text: string;
  more: string;
}

/** The words by which a session is recognised, on one line, fit for a terminal. */
export function labelOf({ title, firstPrompt }: Pick<OfferedSession, "title" | "firstPrompt">): SessionLabel {
  const prompt = showLine(oneLine(firstPrompt ?? "")).trim();
  const called = showLine(oneLine(title ?? "")).trim();
  if (called === "") return { text: prompt === "" ? "(no words yet)" : prompt, more: "" };
  if (isMadeOf(prompt, called)) return { text: prompt, more: "" };
  return { text: called, more: prompt };
}

/** A title that was made from the first prompt says less than the prompt itself; one that only begins it was given. */
function isMadeOf(prompt: string, title: string): boolean {
  return title === prompt || (title.endsWith("…") && prompt.startsWith(title.slice(0, -1).trimEnd()));
}

/** Milliseconds since the last message; null where that is not known. */
export function restedFor({ lastActive }: Pick<OfferedSession, "lastActive">, now: Date): number | null {
  const time = lastActive === null ? Number.NaN : Date.parse(lastActive);
  return Number.isNaN(time) ? null : now.getTime() - time;
}

/** Finds sessions by the words of their title, first prompt or id; all of them must be there, in any order. */
export function createSessionFilter<Session extends OfferedSession>(
  sessions: readonly Session[],
): (typed: string) => readonly Session[] {
  const known = sessions.map((session) => ({
    session,
    text: folded(`${session.title ?? ""}\n${session.firstPrompt ?? ""}\n${session.id}`),
  }));
  return (typed) => {
    const words = folded(typed)
      .split(/\s+/u)
      .filter((word) => word !== "");
    return known
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ session }) => session);
  };
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
