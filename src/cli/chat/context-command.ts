import { describeContext, type ContextBlock } from "../../context/index.ts";
import { printContextFiles } from "../context-files.ts";
import { percent } from "../figures.ts";
import { renderTable, renderTabs, type Column } from "../terminal/table.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

/** `/context`: what this session began with, how much has been said, and what share of the window that is. */
export async function contextCommand({ agent, options }: ChatSession): Promise<LineOutcome> {
  const { terminal } = options;
  const { blocks, notices } = await agent.context();
  const rows = describeContext(blocks, { window: agent.window });
  const cells = rows.map((row) =>
    [row.placement, row.source, String(row.bytes), String(row.tokens), row.firstWords].map(showLine),
  );
  const headings = ["place", "source", "bytes", "~tokens", "first words"];
  const { bold, cyan, dim } = terminal.colors;
  if (terminal.isTerminal) {
    const columns: Column[] = [
      { paint: dim },
      { paint: cyan },
      { align: "right" },
      { align: "right" },
      { paint: dim, flexible: true },
    ];
    // A narrow terminal shows what the numbers belong to, and no words cut to nothing.
    const kept = terminal.width < 60 ? [1, 2, 3] : [0, 1, 2, 3, 4];
    const pick = <T>(items: readonly T[]): T[] => items.filter((_, index) => kept.includes(index));
    const rowsShown = [headings, ...cells].map((row) => pick(row));
    const [heading = "", ...lines] = renderTable(pick(columns), rowsShown, terminal.width);
    terminal.print([bold(heading), ...lines].join("\n"));
  } else {
    terminal.print(renderTabs([headings, ...cells]).join("\n"));
  }
  printContextFiles(terminal, blocks);
  if (blocks.some(isOfUnknownFiles)) terminal.print(dim(unknownFiles));
  const began = rows.reduce((sum, row) => sum + row.tokens, 0);
  terminal.print(
    dim(`began with about ${began} tokens, ${ofWindow(began, agent.window)} of a window of ${agent.window}`),
  );
  terminal.print(dim(`${agent.messages().length} messages; ${lastRequest(agent)}`));
  for (const notice of notices) terminal.notice(showLine(notice));
  return { ok: true };
}

// A session keeps the text it was told, not what it was made of.
const unknownFiles =
  "the instruction files have changed since this session was told of them; daybook context lists those of now";

function isOfUnknownFiles({ source, files }: ContextBlock): boolean {
  return source === "instructions" && files === undefined;
}

function lastRequest(agent: ChatSession["agent"]): string {
  const usage = agent.lastUsage();
  if (usage === null) return "no request yet";
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  const total = input + usage.output;
  return (
    `the last request had ${input} tokens (${usage.cacheRead} from the cache) and ${usage.output} of answer, ` +
    `as the provider counted: ${ofWindow(total, agent.window)} of the window`
  );
}

function ofWindow(tokens: number, window: number): string {
  return percent(tokens / Math.max(1, window), 1);
}
