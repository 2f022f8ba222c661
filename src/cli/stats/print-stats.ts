import { formatCount } from "../../text/index.ts";
import { wrapPainted } from "../markdown/wrap.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SessionFigures, Stats } from "./collect-stats.ts";
import { dotted, type Layout } from "./layout.ts";
import { indexLines, memoryLines } from "./memory-lines.ts";
import { budgetLines, extractionLines, recallLines } from "./receipt-lines.ts";
import { shortBytes } from "./short-count.ts";
import { dayLines } from "./spent-lines.ts";

/** A piped report is as wide as one at a usual terminal. */
const USUAL_WIDTH = 80;

/** Prints the figures for a person. From `warnShare` of a limit on an index is asked to be condensed. */
export function printStats(
  stats: Stats,
  { terminal, warnShare }: { terminal: Terminal; warnShare: number },
): void {
  const layout = { colors: terminal.colors, width: Math.min(terminal.width, USUAL_WIDTH) };
  const { days, inbox, expenses } = stats;
  const sections = [
    memoryLines(stats.memories, layout),
    indexLines(stats.indexes, { ...layout, warnShare }),
    recallLines(stats.recall, { ...layout, days }),
    extractionLines(stats.extraction, { ...layout, days }),
    budgetLines(stats.budget, { ...layout, waiting: inbox.waiting }),
    dayLines(stats.tokens, { ...layout, expenses }),
    sessionLines(stats.sessions, layout),
  ];
  const text = sections.map((lines) => lines.join("\n")).join("\n\n");
  terminal.print(wrapPainted(text, layout.width));
}

function sessionLines({ count, bytes, pinned, trash }: SessionFigures, { colors }: Layout): string[] {
  const { bold, dim } = colors;
  if (count + trash.count === 0) return [`${bold("sessions")}  ${dim("none yet")}`];
  const more = dotted(
    shortBytes(bytes),
    pinned > 0 ? `${formatCount(pinned)} pinned` : "",
    trash.count > 0 ? `${formatCount(trash.count)} in the trash (${shortBytes(trash.bytes)})` : "",
  );
  return [`${bold("sessions")}  ${formatCount(count)} ${dim(`· ${more}`)}`];
}
