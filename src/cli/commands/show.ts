import type { Memory } from "../../memory/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { listedMemory } from "../listed-memory.ts";
import { showLine, showText } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `daybook show`: one memory in full. */
export async function show(context: CommandContext, given: { slug: string }): Promise<number> {
  const { store } = await context.open();
  const memory = await store.read(given.slug);
  if (context.json) context.terminal.json({ ...listedMemory(memory), body: memory.body });
  else printMemory(context.terminal, memory);
  for (const problem of memory.problems) context.terminal.notice(showLine(`${memory.file}: ${problem}`));
  return done;
}

function printMemory(terminal: Terminal, memory: Memory): void {
  const { bold, cyan, dim } = terminal.colors;
  const facts = [
    memory.type,
    memory.modified ?? "no date",
    memory.source === null ? "" : `by ${memory.source}`,
  ];
  terminal.print(bold(showLine(memory.name)));
  if (memory.description !== "") terminal.print(showLine(memory.description));
  terminal.print(`${cyan(showLine(memory.id))} ${dim(showLine(`· ${facts.filter(Boolean).join(" · ")}`))}`);
  terminal.print(dim(showLine(memory.file)));
  const body = showText(memory.body).trimEnd();
  if (body !== "") terminal.print(`\n${body}`);
}
