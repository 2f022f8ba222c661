import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

/** `daybook rm`: deletes without asking, since undo brings every byte back. */
export async function rm(context: CommandContext, given: { slug?: string }): Promise<number> {
  const { store } = await context.open();
  const result = await store.remove(given.slug ?? "", { source: "user" });
  const { terminal } = context;
  if (context.json) {
    terminal.json(result);
    return done;
  }
  const { red, dim } = terminal.colors;
  terminal.print(`${red("deleted")} ${showLine(result.id)} ${dim("·")} ${showLine(result.name)}`);
  terminal.print(dim("  undo: daybook undo"));
  for (const note of result.notes) terminal.notice(showLine(note));
  return done;
}
