import type { Host } from "../../app/index.ts";
import { beforeEnding } from "../terminal/before-ending.ts";
import { createEditor } from "../terminal/editor.ts";
import { createKeyboard, type PressedKey } from "../terminal/keyboard.ts";
import { createScreen } from "../terminal/screen.ts";
import type { Colors } from "../terminal/terminal.ts";
import { applyCompletion, type Completion } from "./completion.ts";
import { composeConsole, echoPrompt, spinnerPace } from "./console-frame.ts";
import { openQuestion, typingPause, type KeyQuestion, type OpenQuestion } from "./key-question.ts";
import type { LineReader } from "./line-reader.ts";

/** The terminal, and how the chat speaks in it. */
export interface ConsoleOptions {
  host: Pick<Host, "stdin" | "stdout" | "onInterrupt" | "now">;
  colors: Colors;
  /** What was typed in earlier chats, newest first. */
  history?: readonly string[];
  /** Called with each prompt that the person sends. */
  onSubmit?(text: string): void;
  /** What the text before the cursor may become. */
  complete(before: string): Promise<Completion>;
}

/** The terminal of a chat: what is said scrolls above, the line that is being typed stays below. */
export interface ChatConsole extends LineReader {
  /** Prints lines that stay; `apart` puts a blank line before them. */
  print(text: string, look?: { apart?: boolean }): void;
  /** The part of an answer that is still being written; drawn anew each time. */
  showOpen(lines: readonly string[]): void;
  /** What is being done; null when it is the person's turn. */
  work(label: string | null): void;
  /** The quiet line below the prompt. */
  status(text: string): void;
  ask<Answer>(question: KeyQuestion<Answer>): Promise<Answer>;
}

const LEAVE_HINT = "Ctrl-C again leaves (or /exit)";

/**
 * Takes over a terminal. Prompts are edited with history, completion and pastes as one text; what is sent while
 * nobody waits is queued and shown. Ctrl-C stops what can be stopped, else it clears the line; at an empty prompt,
 * twice ends the input. Ctrl-D ends it.
 */
export function createConsole({
  host,
  colors,
  history = [],
  onSubmit,
  complete,
}: ConsoleOptions): ChatConsole {
  const { stdin, stdout } = host;
  const now = (): number => host.now().getTime();
  const editor = createEditor({ history });
  const screen = createScreen(stdout, (size) => composeConsole(state(), size, colors));
  const keyboard = createKeyboard({ stdin, onKey, onPaste, now, onEnd: end });
  const listeners = new Set<() => void>();
  const queue: string[] = [];
  let waiting: ((line: string | null) => void) | null = null;
  let question: OpenQuestion | null = null;
  let working: { label: string; since: number } | null = null;
  let ticker: NodeJS.Timeout | undefined;
  let open: readonly string[] = [];
  let candidates: readonly string[] = [];
  let statusText = "";
  let endsBlank = true;
  let ended = false;
  let isLeaving = false;
  let lastKeyAt = 0;
  let forgetEnding: (() => void) | undefined;

  function state() {
    return {
      open,
      working:
        working === null ? null : { label: working.label, elapsed: Math.max(0, now() - working.since) },
      question: question?.text ?? null,
      text: editor.text,
      cursor: editor.cursor,
      queue,
      candidates,
      status: isLeaving ? LEAVE_HINT : statusText,
      endsBlank,
    };
  }

  function onKey(key: PressedKey): void {
    const at = now();
    const isTyping = editor.text !== "" || at - lastKeyAt <= typingPause;
    lastKeyAt = at;
    if (question?.press(key, { at, isTyping }) === true) return screen.refresh();
    const before = editor.text;
    press(key);
    if (key.name !== "tab") candidates = [];
    if (editor.text !== before) isLeaving = false;
    screen.refresh();
  }

  function press(key: PressedKey): void {
    if (key.ctrl === true && key.meta !== true) {
      if (key.name === "c") return interrupt();
      if (key.name === "d" && editor.text === "") return question === null ? end() : undefined;
      if (key.name === "l") return screen.wipe();
      // Would stop the process with the terminal still in the chat's hands.
      if (key.name === "z") return;
    }
    switch (key.name) {
      case "escape":
        if (candidates.length === 0 && waiting === null) notify();
        return;
      case "return":
      case "enter":
        return key.meta === true ? editor.insert("\n") : enter();
      case "tab":
        return void completeWord();
      default:
        editor.press(key);
    }
  }

  function onPaste(text: string): void {
    lastKeyAt = now();
    editor.insert(text);
    candidates = [];
    isLeaving = false;
    screen.refresh();
  }

  function enter(): void {
    const { text, cursor } = editor;
    if (cursor === text.length && text.endsWith("\\")) return editor.replace(cursor - 1, "\n");
    if (text.trim() === "") return editor.clear();
    const line = editor.submit();
    isLeaving = false;
    onSubmit?.(line);
    if (waiting === null) queue.push(line);
    else give(line);
  }

  async function completeWord(): Promise<void> {
    const { text, cursor } = editor;
    const { from, candidates: found } = await complete(text.slice(0, cursor));
    if (editor.text !== text || editor.cursor !== cursor) return;
    const { insert, show } = applyCompletion(text.slice(from, cursor), found);
    if (insert !== null) editor.replace(from, insert);
    candidates = show;
    screen.refresh();
  }

  function interrupt(): void {
    // Before the first prompt is awaited there may be nothing to stop: then Ctrl-C is the line's.
    if (question !== null || (waiting === null && listeners.size > 0)) return notify();
    if (editor.text !== "") return editor.clear();
    if (isLeaving) return end();
    isLeaving = true;
    screen.refresh();
  }

  function notify(): void {
    isLeaving = false;
    question?.refuse();
    for (const listener of listeners) listener();
  }

  function end(): void {
    ended = true;
    question?.refuse();
    waiting?.(null);
    waiting = null;
  }

  function give(line: string): void {
    print(echoPrompt(line, colors), { apart: true });
    waiting?.(line);
    waiting = null;
  }

  function print(text: string, { apart = false }: { apart?: boolean } = {}): void {
    screen.print(apart && !endsBlank ? `\n${text}` : text);
    endsBlank = text === "" || text.endsWith("\n\n");
  }

  function ask<Answer>(asked: KeyQuestion<Answer>): Promise<Answer> {
    return new Promise((resolve) => {
      if (asked.signal?.aborted === true) return resolve(asked.refusal);
      const settle = (answer: Answer): void => {
        question = null;
        screen.refresh();
        resolve(answer);
      };
      candidates = [];
      question = openQuestion(asked, { shownAt: now(), settle });
      screen.refresh();
    });
  }

  function takeOver(): void {
    forgetEnding = beforeEnding(letGo);
    stdout.write("\u001b[?2004h");
    keyboard.on();
    screen.resume();
  }

  function letGo(): void {
    forgetEnding?.();
    screen.pause();
    keyboard.off();
    stdout.write("\u001b[?2004l");
  }

  const onResize = (): void => screen.refresh();
  stdout.on("resize", onResize);
  const stopListening = host.onInterrupt(interrupt);
  takeOver();

  return {
    next() {
      const queued = queue.shift();
      if (queued === undefined && ended) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting = resolve;
        if (queued === undefined) screen.refresh();
        else give(queued);
      });
    },
    async suspend(work) {
      letGo();
      try {
        return await work();
      } finally {
        takeOver();
      }
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopListening();
      clearInterval(ticker);
      stdout.off("resize", onResize);
      letGo();
      editor.close();
    },
    print,
    showOpen(lines) {
      open = lines;
      screen.refresh();
    },
    work(label) {
      clearInterval(ticker);
      working = label === null ? null : { label, since: working?.since ?? now() };
      if (working !== null) ticker = setInterval(() => screen.refresh(), spinnerPace).unref();
      screen.refresh();
    },
    status(text) {
      statusText = text;
      screen.refresh();
    },
    ask,
  };
}
