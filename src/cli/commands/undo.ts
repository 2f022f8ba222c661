import { DaybookError } from "../../errors/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

export interface UndoGiven {
  /** Pass over the newest change instead. */
  skip?: boolean;
}

/** `daybook undo`: takes back the newest change not yet taken back. */
export async function undo(context: CommandContext, given: UndoGiven): Promise<number> {
  const { store } = await context.open();
  const result = await store.undo({ source: "user", skip: given.skip === true });
  if (!result.undone) throw new DaybookError(result.code, result.reason);
  const { terminal } = context;
  if (context.json) {
    terminal.json(result);
    return done;
  }
  const { green, dim } = terminal.colors;
  const word = result.skipped === true ? "passed over" : "undone";
  terminal.print(
    `${green(word)} ${result.op} of ${showLine(result.id)} ${dim("· again for the change before")}`,
  );
  for (const note of result.notes) terminal.notice(showLine(note));
  return done;
}
