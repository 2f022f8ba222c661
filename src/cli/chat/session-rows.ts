import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs, type Column } from "../terminal/table.ts";
import type { Colors } from "../terminal/terminal.ts";
import { ageText, shortAge } from "./age-text.ts";
import { labelOf, restedFor, type OfferedSession } from "./offered-session.ts";

/** How a list of sessions is shown at a terminal. */
export interface SessionTable {
  colors: Colors;
  /** Cells. */
  width: number;
  now: Date;
  /** Id of the session that is open. */
  open?: string;
}

/** From how many cells on ages are spelled out. */
const ROOMY = 60;

/** One line a session: id, age, marks, and what it is called. */
export function sessionTable(sessions: readonly OfferedSession[], table: SessionTable): string[] {
  const { cyan, dim } = table.colors;
  const columns: Column[] = [
    { paint: cyan },
    { paint: dim, align: "right", dispensable: 2 },
    { paint: dim, dispensable: 1 },
    { flexible: true, least: 12 },
  ];
  return renderTable(
    columns,
    sessions.map((session) => cells(session, table)),
    table.width,
  );
}

function cells(session: OfferedSession, { now, open, width }: SessionTable): string[] {
  const rested = restedFor(session, now);
  const age = rested === null ? "" : (width < ROOMY ? shortAge : ageText)(rested);
  const marks = [...(session.id === open ? [OPEN] : []), ...(session.pinned ? [PINNED] : [])];
  const { text, more } = labelOf(session);
  return [session.id, age, marks.join(", "), more === "" ? text : `${text} — ${more}`];
}

const OPEN = "this one";
const PINNED = "pinned";

/** The same for a program, cells apart by tabs: id, last activity (ISO), `pinned`, title, first prompt. */
export function sessionTabs(sessions: readonly OfferedSession[]): string[] {
  return renderTabs(sessions.map(facts));
}

/** As `sessionTabs`, with a last column that marks the session that is open. */
export function markedSessionTabs(sessions: readonly OfferedSession[], open: string): string[] {
  return renderTabs(sessions.map((session) => [...facts(session), session.id === open ? OPEN : ""]));
}

function facts({ id, lastActive, pinned, title, firstPrompt }: OfferedSession): string[] {
  return [id, lastActive ?? "", pinned ? PINNED : "", title ?? "", firstPrompt ?? ""].map(showLine);
}
