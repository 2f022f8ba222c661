import { displayWidth, fitWidth, padWidth } from "../terminal/display-width.ts";
import { viewEditor } from "../terminal/editor-view.ts";
import { fitPainted } from "../terminal/painted.ts";
import type { Frame } from "../terminal/screen.ts";
import type { ScreenSize } from "../terminal/size.ts";
import type { Colors } from "../terminal/terminal.ts";
import { ageText, shortAge } from "./age-text.ts";
import { labelOf, restedFor, type OfferedSession } from "./offered-session.ts";

/** What the list of sessions shows at one moment. */
export interface PickerState {
  /** Those that fit what was typed, in the order they are shown. */
  matches: readonly OfferedSession[];
  /** How many there are without a filter. */
  total: number;
  /** Which of the matches is chosen. */
  selected: number;
  filter: string;
  /** UTF-16 offset into `filter`. */
  cursor: number;
  now: Date;
}

const PROMPT = "› ";
const MARK = "❯ ";
const MARK_CELLS = 2;
/** Sessions that are shown at once, however high the terminal is. */
const MOST_ROWS = 14;
/** Lines besides the sessions: heading, filter, two blanks, two of details, keys. */
const OTHER_LINES = 7;
/** From how many cells on ages are spelled out. */
const ROOMY = 60;

/** Sessions of one screen. */
export function pickerRows({ rows }: Pick<ScreenSize, "rows">): number {
  return Math.max(1, Math.min(MOST_ROWS, rows - 1 - OTHER_LINES));
}

/** Lays out the list: heading, filter, the sessions around the chosen one, its details, the keys. */
export function composePicker(state: PickerState, size: ScreenSize, colors: Colors): Frame {
  const width = Math.max(8, size.columns - 1);
  const { bold, dim } = colors;
  const { matches, total, selected } = state;
  const filter = filterLine(state, { width, colors });
  const count = matches.length === total ? `${total}` : `${matches.length} of ${total}`;
  const list =
    matches.length === 0 ? [dim("  no session holds these words")] : listLines(state, size, colors);
  const chosen = matches[selected];
  const details = chosen === undefined ? ["", ""] : detailLines(chosen, width).map((line) => dim(line));
  const lines = [
    `${bold("Resume a session")} ${dim(`· ${count}`)}`,
    filter.line,
    ...apart(list, size),
    ...details,
    dim("  Enter opens · ↑↓ choose · Esc leaves"),
  ];
  return {
    lines: lines.map((line) => fitPainted(line, width)),
    cursor: { row: 1, column: filter.column },
  };
}

// A terminal of a few lines has none to spare.
function apart(list: readonly string[], { rows }: ScreenSize): string[] {
  return rows <= OTHER_LINES + 2 ? [...list] : ["", ...list, ""];
}

function filterLine(
  { filter, cursor }: PickerState,
  { width, colors }: { width: number; colors: Colors },
): { line: string; column: number } {
  const prompt = colors.cyan(PROMPT);
  if (filter === "")
    return { line: `${prompt}${colors.dim("type to search, or an id")}`, column: PROMPT.length };
  const view = viewEditor({ text: filter, cursor, prompt, promptWidth: PROMPT.length, width, maxRows: 1 });
  return { line: view.lines[0] ?? prompt, column: view.column };
}

function listLines({ matches, selected, now }: PickerState, size: ScreenSize, colors: Colors): string[] {
  const width = Math.max(8, size.columns - 1);
  const spell = width >= ROOMY ? ageText : shortAge;
  const ageOf = (session: OfferedSession): string => {
    const rested = restedFor(session, now);
    return rested === null ? "" : spell(rested);
  };
  const shown = pickerRows(size);
  const first = Math.max(0, Math.min(selected - (shown >> 1), matches.length - shown));
  const ageCells = matches.reduce((most, session) => Math.max(most, ageOf(session).length), 0);
  const room = Math.max(4, width - MARK_CELLS - 2 - ageCells);
  return matches.slice(first, first + shown).map((session, index) => {
    const isChosen = first + index === selected;
    const label = labelCells(session, { room, colors, isChosen });
    const line = `${isChosen ? colors.cyan(MARK) : "  "}${label}`;
    return ageCells === 0 ? line.trimEnd() : `${line}  ${colors.dim(ageOf(session).padStart(ageCells))}`;
  });
}

/** Cells that must be left behind a title for the first prompt to be worth showing. */
const WORTH_SHOWING = 12;

function labelCells(
  session: OfferedSession,
  { room, colors, isChosen }: { room: number; colors: Colors; isChosen: boolean },
): string {
  const { text, more } = labelOf(session);
  const title = fitWidth(text, room);
  const paint = isChosen ? colors.bold : (plain: string) => plain;
  const left = room - displayWidth(title) - 2;
  if (more === "" || left < WORTH_SHOWING)
    return paint(title) + " ".repeat(Math.max(0, room - displayWidth(title)));
  return `${paint(title)}  ${colors.dim(padWidth(fitWidth(more, left), left))}`;
}

function detailLines(session: OfferedSession, width: number): string[] {
  const { text, more } = labelOf(session);
  const facts = [session.id, dateOf(session), ...(session.pinned ? ["pinned"] : [])];
  const line = facts.filter((fact) => fact !== "").join(" · ");
  const prompt = more === "" ? text : more;
  return [`  “${fitWidth(prompt, width - 4)}”`, `  ${displayWidth(line) + 2 <= width ? line : session.id}`];
}

function dateOf({ lastActive }: OfferedSession): string {
  const date = new Date(lastActive ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "";
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}
