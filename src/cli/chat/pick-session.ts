import type { Host } from "../../app/index.ts";
import { oneLine } from "../../text/index.ts";
import { beforeEnding } from "../terminal/before-ending.ts";
import { createEditor, type Editor } from "../terminal/editor.ts";
import { createKeyboard, type PressedKey } from "../terminal/keyboard.ts";
import { createScreen } from "../terminal/screen.ts";
import { sizeOf } from "../terminal/size.ts";
import type { Colors } from "../terminal/terminal.ts";
import type { OfferedSession } from "./offered-session.ts";
import { composePicker, pickerRows } from "./picker-frame.ts";
import { createSessionChoice, type SessionChoice } from "./session-choice.ts";

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
export async function pickSession({
  host,
  colors,
  sessions,
  typed = "",
}: PickOptions): Promise<OfferedSession | null> {
  const { stdout } = host;
  const choice = createSessionChoice(sessions);
  const filter = createEditor({ history: [] });
  const screen = createScreen(stdout, (size) => {
    const { matches, selected } = choice;
    const { text, cursor } = filter;
    const state = { matches, selected, total: sessions.length, filter: text, cursor, now: host.now() };
    return composePicker(state, size, colors);
  });
  const act = (key: PressedKey): KeyMeaning => {
    const meaning = meaningOf(key, { choice, filter, page: pickerRows(sizeOf(stdout)) });
    if (meaning === "wipe") screen.wipe();
    else screen.refresh();
    return meaning;
  };
  const insert = (text: string): void => {
    filter.insert(oneLine(text));
    choice.search(filter.text);
    screen.refresh();
  };
  if (typed !== "") insert(typed);
  try {
    return (await untilDecided(host, { act, insert, screen })) ? (choice.chosen ?? null) : null;
  } finally {
    filter.close();
  }
}

/** What is to be done about a key that was taken; what it means for the list is done already. */
type KeyMeaning = "take" | "leave" | "wipe" | "draw";

function meaningOf(
  key: PressedKey,
  { choice, filter, page }: { choice: SessionChoice; filter: Editor; page: number },
): KeyMeaning {
  const isControl = key.ctrl === true && key.meta !== true;
  switch (isControl ? `ctrl-${key.name}` : key.name) {
    case "escape":
    case "ctrl-c":
      return "leave";
    case "ctrl-d":
      if (filter.text === "") return "leave";
      break;
    case "return":
    case "enter":
      return choice.chosen === undefined ? "draw" : "take";
    case "up":
    case "ctrl-p":
      choice.move(-1);
      return "draw";
    case "down":
    case "ctrl-n":
      choice.move(1);
      return "draw";
    case "pageup":
      choice.move(-page);
      return "draw";
    case "pagedown":
      choice.move(page);
      return "draw";
    case "ctrl-l":
      return "wipe";
    // Tab types nothing that could be searched; Ctrl-Z would stop the process with the terminal in our hands.
    case "tab":
    case "ctrl-z":
      return "draw";
    default:
  }
  filter.press(key);
  choice.search(filter.text);
  return "draw";
}

interface Acting {
  act(key: PressedKey): KeyMeaning;
  insert(text: string): void;
  screen: ReturnType<typeof createScreen>;
}

/** Holds the terminal until a key decides: true takes what is chosen, false leaves. */
function untilDecided(
  { stdin, stdout, onInterrupt, now }: PickOptions["host"],
  { act, insert, screen }: Acting,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isOpen = true;
    const leave = (): void => finish(false);
    const onResize = (): void => screen.refresh();
    const keyboard = createKeyboard({
      stdin,
      onKey(key) {
        // A lone Esc is told late, perhaps behind the key that decided.
        const meaning = isOpen ? act(key) : "draw";
        if (meaning === "take" || meaning === "leave") finish(meaning === "take");
      },
      onPaste: insert,
      now: () => now().getTime(),
      onEnd: leave,
    });
    const letGo = (): void => {
      forgetEnding();
      screen.pause();
      keyboard.off();
      stdout.write("\u001b[?2004l");
    };
    const finish = (isTaken: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      stopListening();
      stdout.off("resize", onResize);
      letGo();
      resolve(isTaken);
    };
    const stopListening = onInterrupt(leave);
    const forgetEnding = beforeEnding(letGo);
    stdout.on("resize", onResize);
    stdout.write("\u001b[?2004h");
    keyboard.on();
    screen.refresh();
  });
}
