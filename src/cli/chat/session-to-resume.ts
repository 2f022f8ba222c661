import type { Host } from "../../app/index.ts";
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

/** Finds the session that was asked for. Where there is none to go on with, a new one begins and says so. */
export async function sessionToResume(
  wish: ResumeWish | null,
  { sessions, host, terminal }: { sessions: SessionBook; host: Host; terminal: Terminal },
): Promise<ResumeChoice> {
  switch (wish?.kind) {
    case undefined:
      return { id: null, left: false };
    case "id":
      return { id: await sessions.find(wish.id), left: false };
    case "latest": {
      const id = await sessions.latest();
      if (id === null) terminal.notice(NONE);
      return { id, left: false };
    }
    case "choose": {
      const all = await sessions.list();
      if (all.length === 0) terminal.notice(NONE);
      if (all.length === 0) return { id: null, left: false };
      const choice = await pickSession({ host, colors: terminal.colors, sessions: all });
      return { id: choice?.id ?? null, left: choice === null };
    }
  }
}

const NONE = "There is no earlier session in this project; this is a new one.";
