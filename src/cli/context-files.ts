import type { ContextBlock } from "../context/index.ts";
import { formatCount } from "../text/index.ts";
import { showLine } from "./terminal/show.ts";
import { renderTable, renderTabs, type Column } from "./terminal/table.ts";
import type { Terminal } from "./terminal/terminal.ts";

type ContextFile = NonNullable<ContextBlock["files"]>[number];

/** Prints which files the blocks were made of, and why another was not loaded; nothing when there are none. */
export function printContextFiles(terminal: Terminal, blocks: readonly ContextBlock[]): void {
  const files = blocks.flatMap((block) => block.files ?? []);
  if (files.length === 0) return;
  if (!terminal.isTerminal) {
    const cells = files.map((file) => ["file", file.path, String(file.bytes ?? "-"), "-", stateOf(file)]);
    terminal.print(renderTabs(cells.map((row) => row.map(showLine))).join("\n"));
    return;
  }
  const { bold, cyan, dim } = terminal.colors;
  const columns: Column[] = [
    { paint: cyan },
    { align: "right", dispensable: 1 },
    { paint: dim, flexible: true },
  ];
  const cells = files.map((file) => [
    file.path,
    file.bytes === null ? "" : formatCount(file.bytes),
    stateOf(file),
  ]);
  const [heading = "", ...lines] = renderTable(
    columns,
    [["file", "bytes", ""], ...cells.map((row) => row.map(showLine))],
    terminal.width,
  );
  terminal.print(["", bold(heading), ...lines].join("\n"));
}

function stateOf({ bytes, kept, includedBy, problem }: ContextFile): string {
  const state = includedBy === null ? "loaded" : `included by ${includedBy}`;
  if (problem === null) return bytes === 0 ? `${state}; it is empty` : state;
  if (kept > 0) return `${state}; ${problem}`;
  return includedBy === null ? `not loaded: ${problem}` : `not included in ${includedBy}: ${problem}`;
}
