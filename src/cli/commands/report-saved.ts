import type { SaveResult } from "../../memory/index.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

/** Says what a save did, where the file is and how to take it back. */
export function reportSaved({ terminal, json }: CommandContext, result: SaveResult): void {
  if (json) {
    const { id, slug, scope, path, action, notes } = result;
    terminal.json({ id, slug, scope, path, action, notes });
    return;
  }
  const { green, dim } = terminal.colors;
  terminal.print(`${green(result.action)} ${showLine(result.id)}`);
  terminal.print(dim(`  ${showLine(result.path)}`));
  terminal.print(dim("  undo: daybook undo"));
  for (const note of result.notes) terminal.notice(showLine(note));
}
