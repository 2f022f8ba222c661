import { chooseModel, createSession } from "../../app/index.ts";
import type { ModelFlags } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { nearest } from "../../text/index.ts";
import type { PermissionMode } from "../../tools/index.ts";
import { runChat } from "../chat/run-chat.ts";
import type { CommandContext } from "../command.ts";
import { commandNames } from "../command-names.ts";
import { reviewTrust } from "../review-trust.ts";

export interface ChatGiven extends ModelFlags {
  /** What stands where a command would. */
  words?: string[];
  prompt?: string;
  placement?: "system" | "user";
  /** What the agent may do by itself. */
  permissions?: PermissionMode;
  /** `false` with `--no-memory`. */
  memory?: boolean;
}

/** `daybook` and `daybook -p`: talks with a model that remembers. */
export async function chat(context: CommandContext, given: ChatGiven): Promise<number> {
  const [word] = given.words ?? [];
  if (word !== undefined) throw unknownCommand(word);
  const { host, terminal } = context;
  const daybook = await context.open();
  // Before anything is shown or asked: without a model there is nothing to talk to.
  const model = await chooseModel(host, daybook.settings, given);
  const memory = given.memory !== false;
  if (memory && given.prompt === undefined && terminal.canAsk)
    await reviewTrust(context, daybook, { quiet: true });
  return runChat({
    host,
    terminal,
    createAgent: async () =>
      createSession(daybook, {
        model,
        memory,
        ...(given.placement === undefined ? {} : { placement: given.placement }),
        ...(given.permissions === undefined ? {} : { permissions: given.permissions }),
      }),
    store: memory ? daybook.store : null,
    trust: () => reviewTrust(context, daybook, {}),
    ...(given.prompt === undefined ? {} : { prompt: given.prompt }),
  });
}

function unknownCommand(word: string): DaybookError {
  const [near] = nearest(word, commandNames, 1);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return new DaybookError(
    "usage",
    `There is no command "${word}".${meant} daybook --help lists them; daybook -p "…" asks the model.`,
  );
}
