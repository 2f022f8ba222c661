import { DaybookError } from "../../errors/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

export interface RmGiven {
  slug?: string;
  /** All that came out of this session instead. */
  session?: string;
  /** Out of history, inbox and logs as well. */
  purge?: boolean;
  /** Without asking. */
  yes?: boolean;
}

/** `daybook rm`: deletes a memory without asking, since undo brings every byte back, or forgets a session. */
export async function rm(context: CommandContext, given: RmGiven): Promise<number> {
  const { slug, session } = given;
  if (slug !== undefined && session !== undefined) {
    throw new DaybookError("usage", "Give a memory or --session, not both. See daybook rm --help.");
  }
  if (session !== undefined) {
    const { rmSession } = await import("./rm-session.ts");
    return rmSession(context, { ...given, session });
  }
  if (given.purge === true || given.yes === true) {
    throw new DaybookError(
      "usage",
      "--purge and --yes go with --session. A memory is deleted without asking.",
    );
  }
  if (slug === undefined) {
    throw new DaybookError(
      "usage",
      "Which memory? Give its slug; daybook list shows all. Or give --session ID.",
    );
  }
  return rmMemory(context, slug);
}

async function rmMemory(context: CommandContext, slug: string): Promise<number> {
  const { store } = await context.open();
  const result = await store.remove(slug, { source: "user" });
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
