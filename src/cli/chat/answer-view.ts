import type { Host } from "../../app/index.ts";
import { createMarkdownStream } from "../markdown/markdown-stream.ts";
import { markdownStyles, type Paint } from "../markdown/styles.ts";
import { hangingLines } from "../markdown/wrap.ts";
import { sizeOf } from "../terminal/size.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createShownStream } from "./shown-stream.ts";

/** Where a turn is shown as it runs. */
export interface AnswerView {
  /** More of the answer. */
  write(piece: string): void;
  /** Ends the text so far: what follows begins on a line of its own. */
  endText(): void;
  /** A line beside the answer: a tool, a wait, a note. */
  aside(line: string, paint?: Paint): void;
  /** What is being done; null when nothing is any more. */
  doing(label: string | null): void;
}

/** What `createLiveView` draws on. */
export interface LivePane {
  print(text: string, look?: { apart?: boolean }): void;
  showOpen(lines: readonly string[]): void;
  work(label: string | null): void;
}

/** The answer as it comes on standard output, unchanged but for what nobody would see; the rest on standard error. */
export function createPlainView({ stdout, stderr }: Pick<Host, "stdout" | "stderr">): AnswerView {
  const shown = createShownStream();
  let atLineStart = true;
  const put = (text: string): void => {
    if (text === "") return;
    stdout.write(text);
    atLineStart = text.endsWith("\n");
  };
  const endText = (): void => {
    put(shown.end());
    if (!atLineStart) put("\n");
  };
  return {
    write: (piece) => put(shown.push(piece)),
    endText,
    aside(line, paint = asIs) {
      endText();
      stderr.write(`${paint(line)}\n`);
    },
    doing: () => undefined,
  };
}

const asIs: Paint = (text) => text;

/** How often an answer that comes in many small pieces is drawn anew. */
const DRAW_MS = 25;

/** The answer as rendered Markdown: what is final scrolls, the open block is redrawn below it. */
export function createLiveView(pane: LivePane, { host, terminal }: LiveViewOptions): AnswerView {
  const styles = markdownStyles(terminal.colors);
  const layout = () => ({ width: sizeOf(host.stdout).columns - 1, styles });
  let shown = createShownStream();
  let markdown = createMarkdownStream(layout);
  let arrived = "";
  let isFirstPrint = true;
  let timer: NodeJS.Timeout | undefined;

  function print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    pane.print(lines.join("\n"), { apart: isFirstPrint });
    isFirstPrint = false;
  }

  function draw(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = shown.push(arrived);
    arrived = "";
    const { settled, open } = markdown.push(text);
    pane.showOpen(open);
    print(settled);
  }

  /** Whether there was any. */
  function endText(): boolean {
    if (timer !== undefined) draw();
    const { settled } = markdown.push(shown.end());
    pane.showOpen([]);
    print([...settled, ...markdown.end()]);
    const wasText = !isFirstPrint;
    shown = createShownStream();
    markdown = createMarkdownStream(layout);
    isFirstPrint = true;
    return wasText;
  }

  return {
    write(piece) {
      arrived += piece;
      timer ??= setTimeout(draw, DRAW_MS);
    },
    endText: () => void endText(),
    aside(line, paint = asIs) {
      const apart = endText();
      if (host.stderr.isTTY !== true) return void host.stderr.write(`${paint(line)}\n`);
      pane.print(hangingLines({ text: line, paint }, layout().width).join("\n"), { apart });
    },
    doing: (label) => pane.work(label),
  };
}

interface LiveViewOptions {
  host: Pick<Host, "stdout" | "stderr">;
  terminal: Terminal;
}
