import type { OutputStream } from "../../app/index.ts";
import { displayWidth } from "./display-width.ts";
import { withoutColours } from "./painted.ts";
import { sizeOf, type ScreenSize } from "./size.ts";

/** What is drawn below everything that stays. No line may be wider than the terminal. */
export interface Frame {
  lines: string[];
  /** Where the terminal's cursor is to stand; hidden when left out. */
  cursor?: { row: number; column: number };
}

/** A terminal whose last lines are redrawn in place, while what was printed above scrolls away as always. */
export interface Screen {
  /** Prints text that stays. */
  print(text: string): void;
  /** The live part has changed; it is drawn soon, once for several changes. */
  refresh(): void;
  /** Everything on the terminal goes, the live part is drawn at the top. */
  wipe(): void;
  /** Takes the live part away until `resume`; what was printed is written. */
  pause(): void;
  resume(): void;
}

const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";
// A terminal that knows it shows a whole update at once; others pass over it.
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";

/** `compose` says what the live part is, each time it is drawn. */
export function createScreen(stdout: OutputStream, compose: (size: ScreenSize) => Frame): Screen {
  let printed = "";
  let drawn: Frame = { lines: [] };
  let isPaused = false;
  let scheduled: NodeJS.Immediate | undefined;

  function draw(frame: Frame): void {
    clearImmediate(scheduled);
    scheduled = undefined;
    const kept = printed === "" || printed.endsWith("\n") ? printed : `${printed}\n`;
    if (kept === "" && isSame(frame, drawn)) return;
    printed = "";
    stdout.write(BEGIN + HIDE + erase(drawn, sizeOf(stdout).columns) + kept + put(frame) + END);
    drawn = frame;
  }

  function refresh(): void {
    if (isPaused) return;
    scheduled ??= setImmediate(() => draw(compose(sizeOf(stdout))));
  }

  return {
    print(text) {
      printed += text.endsWith("\n") ? text : `${text}\n`;
      if (isPaused) draw({ lines: [] });
      else refresh();
    },
    refresh,
    wipe() {
      stdout.write("\u001b[2J\u001b[3J\u001b[H");
      drawn = { lines: [] };
      refresh();
    },
    pause() {
      draw({ lines: [] });
      stdout.write(SHOW);
      isPaused = true;
    },
    resume() {
      isPaused = false;
      refresh();
    },
  };
}

function isSame(left: Frame, right: Frame): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function put({ lines, cursor }: Frame): string {
  const text = lines.join("\n");
  if (cursor === undefined) return text === "" ? SHOW : text;
  const up = lines.length - 1 - cursor.row;
  return `${text}${up > 0 ? `\u001b[${up}A` : ""}\r${moveRight(cursor.column)}${SHOW}`;
}

function moveRight(cells: number): string {
  return cells > 0 ? `\u001b[${cells}C` : "";
}

// After the window was made narrower a line may stand on several rows.
function erase({ lines, cursor }: Frame, columns: number): string {
  if (lines.length === 0) return "";
  const last = cursor?.row ?? lines.length - 1;
  const rowsOf = (line: string): number =>
    Math.max(1, Math.ceil(displayWidth(withoutColours(line)) / columns));
  const above = lines.slice(0, last).reduce((sum, line) => sum + rowsOf(line), 0);
  const within = Math.floor((cursor?.column ?? 0) / columns);
  const up = above + (cursor === undefined ? rowsOf(lines[last] ?? "") - 1 : within);
  return `${up > 0 ? `\u001b[${up}A` : ""}\r\u001b[J`;
}
