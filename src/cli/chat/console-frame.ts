import { wrapPainted } from "../markdown/wrap.ts";
import { displayWidth, fitWidth } from "../terminal/display-width.ts";
import { viewEditor } from "../terminal/editor-view.ts";
import { fitPainted } from "../terminal/painted.ts";
import type { Frame } from "../terminal/screen.ts";
import type { ScreenSize } from "../terminal/size.ts";
import { showLine } from "../terminal/show.ts";
import type { Colors } from "../terminal/terminal.ts";

/** What the lower part of a chat's terminal shows at one moment. */
export interface ConsoleState {
  /** The part of an answer that is still being written. */
  open: readonly string[];
  /** What is being done, and for how long, in milliseconds. */
  working: { label: string; elapsed: number } | null;
  /** Takes the place of an empty prompt; a text that was begun stays below it. */
  question: string | null;
  text: string;
  /** UTF-16 offset into `text`. */
  cursor: number;
  /** Sent, but not yet taken. */
  queue: readonly string[];
  /** What Tab found. */
  candidates: readonly string[];
  /** The quiet last line. */
  status: string;
  /** A blank line already parts it from what stands above. */
  endsBlank: boolean;
}

const PROMPT = "› ";
const PROMPT_CELLS = 2;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** Milliseconds between two pictures of the spinner. */
export const spinnerPace = 120;
/** Rows that are left for the prompt when an open block is long. */
const KEPT_ROWS = 8;

/** Lays out the lower part: the open block, what is being done, the prompt, what is queued, the quiet line. */
export function composeConsole(state: ConsoleState, { columns, rows }: ScreenSize, colors: Colors): Frame {
  const width = Math.max(8, columns - 1);
  const head = headLines(state, Math.max(1, rows - KEPT_ROWS));
  if (state.question === null && state.working !== null) head.push(colors.dim(activity(state.working)));
  const above = head.map((line) => fitPainted(line, width));
  if (state.question !== null) above.push(...wrapPainted(state.question, width).split("\n"));
  const below = belowLines(state, { width, rows }).map((line) => colors.dim(fitWidth(line, width)));
  if (state.question !== null && state.text === "") {
    return { lines: [...above, ...below], cursor: { row: above.length - 1, column: 0 } };
  }
  const view = viewEditor({
    text: state.text,
    cursor: state.cursor,
    prompt: colors.cyan(PROMPT),
    promptWidth: PROMPT_CELLS,
    width,
    maxRows: Math.max(3, Math.floor(rows / 2)),
  });
  return {
    lines: [...above, ...view.lines, ...below],
    cursor: { row: above.length + view.row, column: view.column },
  };
}

/** The same without a prompt: only the open block and what is being done. */
export function composeAnswer(
  state: Pick<ConsoleState, "open" | "working" | "endsBlank">,
  { columns, rows }: ScreenSize,
  { dim }: Colors,
): Frame {
  const head = headLines({ ...state, endsBlank: state.endsBlank || state.open.length === 0 }, rows - 3);
  if (state.working !== null) {
    const { label, elapsed } = state.working;
    head.push(dim(`${picture(elapsed)} ${label} ${Math.floor(elapsed / 1000)} s`));
  }
  return { lines: head.map((line) => fitPainted(line, Math.max(8, columns - 1))) };
}

/** A prompt as it stays on the terminal once it is sent. */
export function echoPrompt(text: string, { cyan }: Colors): string {
  return text
    .replaceAll("\t", "  ")
    .split("\n")
    .map((line, index) => (index === 0 ? cyan(PROMPT) : " ".repeat(PROMPT_CELLS)) + showLine(line))
    .join("\n");
}

function headLines({ open, endsBlank }: Pick<ConsoleState, "open" | "endsBlank">, most: number): string[] {
  const head = open.slice(-most);
  if (!endsBlank && head[0] !== "") head.unshift("");
  if (open.length > 0) head.push("");
  return head;
}

function activity({ label, elapsed }: { label: string; elapsed: number }): string {
  return `${picture(elapsed)} ${label} ${Math.floor(elapsed / 1000)} s · esc interrupts`;
}

function picture(elapsed: number): string {
  return SPINNER[Math.floor(elapsed / spinnerPace) % SPINNER.length] ?? "";
}

function belowLines(state: ConsoleState, { width, rows }: { width: number; rows: number }): string[] {
  const { queue, candidates } = state;
  const queued = queue.map((line) => `  queued: ${showLine(line)}`);
  if (candidates.length > 0)
    return [...queued, ...inRows(candidates, width, Math.max(2, Math.floor(rows / 4)))];
  const status = state.question === null ? state.status : answerHint(state.text);
  return status === "" ? queued : [...queued, `  ${status}`];
}

function answerHint(text: string): string {
  return text === "" ? "" : "Ctrl-U clears, Enter queues; then answer";
}

function inRows(words: readonly string[], width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + displayWidth(word) + 2 <= width)
      lines[lines.length - 1] = `${last}  ${word}`;
    else lines.push(`  ${word}`);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `  … and more`];
}
