import { createInterface } from "node:readline";
import { PassThrough, Writable } from "node:stream";
import type { PressedKey } from "./keyboard.ts";

/** The line that a person is writing; it may have several lines. */
export interface Editor {
  readonly text: string;
  /** UTF-16 offset into `text`. */
  readonly cursor: number;
  /** Does what a key means: types, moves, deletes, walks the history. Enter is not for this. */
  press(key: PressedKey): void;
  insert(text: string): void;
  /** Puts `text` in place of the characters between `from` and the cursor. */
  replace(from: number, text: string): void;
  clear(): void;
  /** Takes the text out and remembers it in the history. */
  submit(): string;
  close(): void;
}

/** Stands for a line end inside readline, which would send a real one off. From the private use area. */
const LINE_END = "\ue00a";
const HISTORY = 1_000;

/**
 * An editor without a screen: readline does the editing (words, kill and yank, undo, history by what is typed
 * before the cursor), what it draws goes nowhere. `history` is newest first.
 */
export function createEditor({ history }: { history: readonly string[] }): Editor {
  const lines = createInterface({
    input: new PassThrough(),
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: true,
    history: history.map(toReadline),
    historySize: HISTORY,
    removeHistoryDuplicates: true,
    prompt: "",
  });
  const text = (): string => lines.line.replaceAll(LINE_END, "\n");

  function press(name: string, more: { ctrl?: boolean } = {}, times = 1): void {
    for (let count = 0; count < times; count += 1) lines.write(null, { name, ...more });
  }

  /** Moves to the line above or below; false when there is none. */
  function moveLine(step: -1 | 1): boolean {
    const before = text().slice(0, lines.cursor);
    const column = before.length - (before.lastIndexOf("\n") + 1);
    const from = step < 0 ? before.lastIndexOf("\n") : text().indexOf("\n", lines.cursor);
    if (from < 0) return false;
    const start = step < 0 ? text().lastIndexOf("\n", from - 1) + 1 : from + 1;
    const end = text().indexOf("\n", start);
    moveTo(Math.min(start + column, end < 0 ? text().length : end));
    return true;
  }

  function moveTo(offset: number): void {
    // A pair of surrogates is one step, so it ends behind the place or on it.
    while (lines.cursor > offset) press("left");
    while (lines.cursor < offset) press("right");
  }

  /** What is seen as one character goes at once: a family of emoji is several code points. */
  function takeStep(name: string | undefined): boolean {
    const { cursor, line } = lines;
    switch (name) {
      case "backspace":
      case "left": {
        const target = cursor - lastSeen(line.slice(Math.max(0, cursor - LONGEST_SEEN), cursor));
        while (lines.cursor > target) press(name);
        return true;
      }
      case "delete":
      case "right": {
        const length = firstSeen(line.slice(cursor, cursor + LONGEST_SEEN));
        if (name === "right") moveTo(cursor + length);
        else removeTo(line.length - length);
        return true;
      }
      default:
        return false;
    }
  }

  function removeTo(length: number): void {
    while (lines.line.length > length) press("delete");
  }

  const editor: Editor = {
    get text() {
      return text();
    },
    get cursor() {
      return lines.cursor;
    },
    press(key) {
      if (key.name === "up" && moveLine(-1)) return;
      if (key.name === "down" && moveLine(1)) return;
      const isPlain = key.ctrl !== true && key.meta !== true;
      if (!isPlain || !takeStep(key.name)) lines.write(key.text, key);
    },
    insert: (added) => lines.write(toReadline(added)),
    replace(from, added) {
      while (lines.cursor > from) press("backspace");
      if (added !== "") editor.insert(added);
    },
    clear() {
      press("e", { ctrl: true });
      press("u", { ctrl: true });
    },
    submit() {
      const taken = text();
      press("return");
      return taken;
    },
    close: () => lines.close(),
  };
  return editor;
}

/** UTF-16 units; no character that is seen as one is longer. */
const LONGEST_SEEN = 64;

function lastSeen(text: string): number {
  return [...segmenter().segment(text)].at(-1)?.segment.length ?? 0;
}

function firstSeen(text: string): number {
  for (const { segment } of segmenter().segment(text)) return segment.length;
  return 0;
}

function segmenter(): Intl.Segmenter {
  return new Intl.Segmenter(undefined, { granularity: "grapheme" });
}

function toReadline(text: string): string {
  return text.replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, LINE_END);
}
