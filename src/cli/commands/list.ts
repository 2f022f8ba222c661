import type { ListedMemory } from "../../memory/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { listedMemory } from "../listed-memory.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ListGiven {
  scope?: string;
  type?: string;
}

/** `daybook list`: all memories, the person's first, newest first within a scope. */
export async function list(context: CommandContext, given: ListGiven): Promise<number> {
  const { terminal } = context;
  const { store } = await context.open();
  const { memories, notices } = await store.list();
  for (const notice of notices) terminal.notice(showLine(notice));
  const chosen = memories.filter(
    ({ scope, type }) => (given.scope ?? scope) === scope && (given.type ?? type) === type,
  );
  if (context.json) terminal.json(chosen.map(listedMemory));
  else if (chosen.length === 0) terminal.notice(nothing(memories.length));
  else if (terminal.isTerminal) printTable(terminal, chosen);
  else terminal.print(renderTabs(chosen.map(cells)).join("\n"));
  return done;
}

function nothing(total: number): string {
  if (total > 0) return `None of the ${total} memories is of that kind.`;
  return `No memories yet. Keep one: daybook save --type feedback --name "…" --description "…" --body "…"`;
}

function cells(memory: ListedMemory): string[] {
  return [memory.id, memory.type, dayOf(memory), memory.name, memory.description].map(showLine);
}

function dayOf({ modified }: ListedMemory): string {
  return modified?.slice(0, 10) ?? "";
}

// One table for both scopes, so that their columns stand under one another.
function printTable(terminal: Terminal, memories: readonly ListedMemory[]): void {
  const { bold, cyan, dim } = terminal.colors;
  const columns = [
    { paint: cyan, least: 12 },
    { paint: dim, dispensable: 2 },
    { paint: dim, dispensable: 1 },
    { flexible: true, least: 24 },
  ];
  const lines = renderTable(columns, memories.map(tableCells), terminal.width - 2);
  for (const [scope, whose] of headings) {
    const indexes = [...memories.keys()].filter((index) => memories[index]?.scope === scope);
    if (indexes.length === 0) continue;
    terminal.print(`${bold(scope)} ${dim(`· ${indexes.length} · ${whose}`)}`);
    for (const index of indexes) terminal.print(`  ${lines[index] ?? ""}`);
  }
}

const headings = [
  ["user", "yours, in every project"],
  ["project", "this project's"],
] as const;

function tableCells(memory: ListedMemory): string[] {
  const { slug, type, name, description } = memory;
  return [slug, type, dayOf(memory), description === "" ? name : `${name} — ${description}`].map(showLine);
}
