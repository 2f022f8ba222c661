import { EventEmitter } from "node:events";
import { emitKeypressEvents, type Key } from "node:readline";
import { StringDecoder } from "node:string_decoder";
import type { InputStream } from "../../app/index.ts";
import { PasteSplitter, plainPaste } from "./paste-splitter.ts";

/** A key that was pressed; `text` is what it types, if it types something. */
export interface PressedKey extends Key {
  text: string;
}

/** The keys of a terminal in raw mode, for as long as it is on. */
export interface Keyboard {
  on(): void;
  /** Leaves the terminal as it was; what was typed meanwhile is for others. */
  off(): void;
}

export interface KeyboardOptions {
  stdin: InputStream;
  onKey(key: PressedKey): void;
  /** Pasted text, its line ends `\n`. */
  onPaste(text: string): void;
  /** Milliseconds of a clock. */
  now(): number;
  /** The input has ended, as when the terminal's window is closed. */
  onEnd(): void;
}

/** How long a lone Esc waits for the rest of a key's sequence: a slow line may cut one in two. */
const ESCAPE_MS = 40;

/**
 * Nobody types so many lines within one read: it is a paste of a terminal that puts no marks around it.
 * What follows within `PASTE_MS` belongs to it.
 */
const PASTED_LINES = 4;
const PASTE_MS = 40;

/** Reads keys and pastes of a terminal. */
export function createKeyboard({ stdin, onKey, onPaste, now, onEnd }: KeyboardOptions): Keyboard {
  const keys = createKeyParser(onKey);
  const splitter = new PasteSplitter();
  const decoder = new StringDecoder("utf8");
  let heldEscape: NodeJS.Timeout | undefined;
  let pasting: NodeJS.Timeout | undefined;
  let pastedAt = 0;

  function take(text: string): void {
    for (const piece of splitter.push(text)) {
      if (piece.kind === "paste") onPaste(piece.text);
      else if (isUnmarkedPaste(piece.text)) takeUnmarked(piece.text);
      else keys.parse(piece.text);
    }
  }

  function isUnmarkedPaste(text: string): boolean {
    if (text.includes("\u001b")) return false;
    // On a busy machine Enter may be read before the timer runs that ends the paste.
    if (text === "\r" && now() - pastedAt > PASTE_MS) return false;
    return pasting !== undefined || (text.match(/\r\n?|\n/gu)?.length ?? 0) >= PASTED_LINES;
  }

  function takeUnmarked(text: string): void {
    clearTimeout(pasting);
    pastedAt = now();
    pasting = setTimeout(() => (pasting = undefined), PASTE_MS);
    onPaste(plainPaste(text));
  }

  function onData(chunk: Buffer | string): void {
    const text = typeof chunk === "string" ? chunk : decoder.write(chunk);
    if (text === "") return;
    const before = heldEscape === undefined ? "" : "\u001b";
    clearTimeout(heldEscape);
    heldEscape = undefined;
    if (before + text !== "\u001b") return take(before + text);
    heldEscape = setTimeout(() => {
      heldEscape = undefined;
      onKey({ text: "", name: "escape", sequence: "\u001b" });
    }, ESCAPE_MS);
  }

  return {
    on() {
      stdin.setRawMode?.(true);
      stdin.on("data", onData);
      stdin.on("end", onEnd);
      stdin.resume();
    },
    off() {
      stdin.off("data", onData);
      stdin.off("end", onEnd);
      stdin.pause();
      stdin.setRawMode?.(false);
    },
  };
}

/** readline's own table of key sequences, fed by hand. */
function createKeyParser(onKey: (key: PressedKey) => void): { parse(text: string): void } {
  const source = new EventEmitter();
  source.on("keypress", (text: string | undefined, key: Key) => onKey({ ...key, text: text ?? "" }));
  // It listens to `data` and answers with `keypress`; nothing else of a stream is used.
  emitKeypressEvents(source as unknown as NodeJS.ReadableStream);
  return { parse: (text) => void source.emit("data", Buffer.from(text)) };
}
