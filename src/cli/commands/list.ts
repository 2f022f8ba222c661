import { DaybookError } from "../../errors/index.ts";
import { memoryTypes } from "../../memory/index.ts";
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
  checkType(given.type);
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

function checkType(type: string | undefined): void {
  const known: readonly string[] = [...memoryTypes, "unknown"];
  if (type === undefined || known.includes(type)) return;
  throw new DaybookError("usage", `There is no type "${type}". Types: ${known.join(", ")}.`);
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

function printTable(terminal: Terminal, memories: readonly ListedMemory[]): void {
  const { bold, cyan, dim } = terminal.colors;
  for (const scope of ["user", "project"] as const) {
    const rows = memories.filter((memory) => memory.scope === scope);
    if (rows.length === 0) continue;
    const heading = scope === "user" ? "yours, in every project" : "this project's";
    terminal.print(`${bold(scope)} ${dim(`· ${rows.length} · ${heading}`)}`);
    const columns = [{ paint: cyan }, { paint: dim }, { paint: dim }, { flexible: true }];
    const table = rows.map((memory) => [
      memory.slug,
      memory.type,
      dayOf(memory),
      memory.description === "" ? memory.name : `${memory.name} — ${memory.description}`,
    ]);
    const lines = renderTable(
      columns,
      table.map((row) => row.map(showLine)),
      terminal.width - 2,
    );
    terminal.print(lines.map((line) => `  ${line}`).join("\n"));
  }
}
