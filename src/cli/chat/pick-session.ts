import type { Host } from "../../app/index.ts";
import { oneLine } from "../../text/index.ts";
import { beforeEnding } from "../terminal/before-ending.ts";
import { createEditor } from "../terminal/editor.ts";
import { createKeyboard, type PressedKey } from "../terminal/keyboard.ts";
import { createScreen } from "../terminal/screen.ts";
import { sizeOf } from "../terminal/size.ts";
import type { Colors } from "../terminal/terminal.ts";
import { createSessionFilter, type OfferedSession } from "./offered-session.ts";
import { composePicker, pickerRows } from "./picker-frame.ts";

/** What is offered, and where. */
export interface PickOptions {
  host: Pick<Host, "stdin" | "stdout" | "onInterrupt" | "now">;
  colors: Colors;
  /** Newest first. */
  sessions: readonly OfferedSession[];
  /** What stands in the filter at the beginning. */
  typed?: string;
}

/** Lets the person choose a session with arrow keys and by typing; null when they leave. Takes the terminal meanwhile. */
export function pickSession({
  host,
  colors,
  sessions,
  typed = "",
}: PickOptions): Promise<OfferedSession | null> {
  const { stdin, stdout } = host;
  const find = createSessionFilter(sessions);
  const filter = createEditor({ history: [] });
  if (typed !== "") filter.insert(typed);
  let matches = find(filter.text);
  let selected = 0;
  let isOpen = true;

  return new Promise((resolve) => {
    const screen = createScreen(stdout, (size) => {
      const { text, cursor } = filter;
      const state = { matches, total: sessions.length, selected, filter: text, cursor, now: host.now() };
      return composePicker(state, size, colors);
    });
    const keyboard = createKeyboard({ stdin, onKey, onPaste, onEnd: leave });
    const onResize = (): void => screen.refresh();
    const stopListening = host.onInterrupt(leave);
    const forgetEnding = beforeEnding(letGo);
    stdout.on("resize", onResize);
    stdout.write("\u001b[?2004h");
    keyboard.on();
    screen.refresh();

    function onKey(key: PressedKey): void {
      if (!isOpen || takeKey(key)) return;
      filter.press(key);
      search();
    }

    /** Whether the key was meant for the list and not for the filter. */
    function takeKey(key: PressedKey): boolean {
      const isControl = key.ctrl === true && key.meta !== true;
      switch (isControl ? `ctrl-${key.name}` : key.name) {
        case "escape":
        case "ctrl-c":
          leave();
          return true;
        case "ctrl-d":
          if (filter.text !== "") return false;
          leave();
          return true;
        case "return":
        case "enter":
          choose(matches[selected]);
          return true;
        case "up":
        case "ctrl-p":
          return move(-1);
        case "down":
        case "ctrl-n":
          return move(1);
        case "pageup":
          return move(-pickerRows(sizeOf(stdout)));
        case "pagedown":
          return move(pickerRows(sizeOf(stdout)));
        case "ctrl-l":
          screen.wipe();
          return true;
        // Tab types nothing that could be searched; Ctrl-Z would stop the process with the terminal in our hands.
        case "tab":
        case "ctrl-z":
          return true;
        default:
          return false;
      }
    }

    function onPaste(text: string): void {
      filter.insert(oneLine(text));
      search();
    }

    function move(step: number): true {
      selected = Math.max(0, Math.min(matches.length - 1, selected + step));
      screen.refresh();
      return true;
    }

    function search(): void {
      const before = matches[selected];
      matches = find(filter.text);
      // Whoever moved to a session and types on still means it.
      selected = before === undefined ? 0 : Math.max(0, matches.indexOf(before));
      screen.refresh();
    }

    function choose(session: OfferedSession | undefined): void {
      if (session !== undefined) finish(session);
    }

    function leave(): void {
      finish(null);
    }

    function finish(choice: OfferedSession | null): void {
      if (!isOpen) return;
      isOpen = false;
      stopListening();
      stdout.off("resize", onResize);
      letGo();
      filter.close();
      resolve(choice);
    }

    function letGo(): void {
      forgetEnding();
      screen.pause();
      keyboard.off();
      stdout.write("\u001b[?2004l");
    }
  });
}
