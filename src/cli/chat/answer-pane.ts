import type { Host } from "../../app/index.ts";
import { createScreen } from "../terminal/screen.ts";
import type { Colors } from "../terminal/terminal.ts";
import { composeAnswer, spinnerPace } from "./console-frame.ts";
import type { LivePane } from "./answer-view.ts";

/** A terminal on which one answer is written, without a prompt: `daybook -p` at a terminal. */
export interface AnswerPane extends LivePane {
  close(): void;
}

/** Draws on standard output only; keys are left alone, so Ctrl-C ends the turn as in any program. */
export function createAnswerPane({ stdout, now }: Pick<Host, "stdout" | "now">, colors: Colors): AnswerPane {
  let open: readonly string[] = [];
  let working: { label: string; since: number } | null = null;
  let ticker: NodeJS.Timeout | undefined;
  let isFirst = true;
  let endsBlank = true;
  const screen = createScreen(stdout, (size) => {
    const elapsed = now().getTime() - (working?.since ?? 0);
    return composeAnswer(
      {
        open,
        working: working === null ? null : { label: working.label, elapsed },
        endsBlank: endsBlank || isFirst,
      },
      size,
      colors,
    );
  });
  return {
    print(text, { apart = false } = {}) {
      screen.print(apart && !isFirst && !endsBlank ? `\n${text}` : text);
      isFirst = false;
      endsBlank = text === "" || text.endsWith("\n\n");
    },
    showOpen(lines) {
      open = lines;
      screen.refresh();
    },
    work(label) {
      clearInterval(ticker);
      working = label === null ? null : { label, since: working?.since ?? now().getTime() };
      if (working !== null) ticker = setInterval(() => screen.refresh(), spinnerPace).unref();
      screen.refresh();
    },
    close() {
      clearInterval(ticker);
      screen.pause();
    },
  };
}
