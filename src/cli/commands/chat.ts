import { join } from "node:path";
import { chooseModel, createSession } from "../../app/index.ts";
import type { Daybook, ModelFlags } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import type { PermissionMode } from "../../tools/index.ts";
import type { AgentWish, ChatOptions } from "../chat/chat-options.ts";
import { createPromptHistory } from "../chat/prompt-history.ts";
import { runChat } from "../chat/run-chat.ts";
import type { CommandContext } from "../command.ts";
import { reviewTrust } from "../review-trust.ts";
import { unknownCommand } from "../unknown-command.ts";

export interface ChatGiven extends ModelFlags {
  /** What stands where a command would. */
  words?: string[];
  prompt?: string;
  /** With `prompt`: the form of the answer. */
  output?: "text" | "json";
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
  if (given.output === "json" && given.prompt === undefined) {
    throw new DaybookError("usage", '--output json goes with one prompt: daybook -p "…" --output json.');
  }
  if (given.prompt?.trim() === "") {
    throw new DaybookError("usage", 'The prompt is empty; say what to do: daybook -p "…".');
  }
  const daybook = await context.open();
  const memory = given.memory !== false;
  // Before anything is shown or asked: without a model there is nothing to talk to.
  const createAgent = await agentFactory(daybook, { ...given, memory });
  if (memory && given.prompt === undefined && terminal.canAsk)
    await reviewTrust(context, daybook, { quiet: true });
  return runChat({
    host,
    terminal,
    createAgent,
    store: memory ? daybook.store : null,
    trust: () => reviewTrust(context, daybook, {}),
    projectRoot: daybook.project.identity.root,
    history: memory ? historyOf(daybook) : null,
    json: given.output === "json",
    ...(given.prompt === undefined ? {} : { prompt: given.prompt }),
  });
}

/** Begins conversations with the model that was chosen, or was changed to since. Fails with `no-model`. */
async function agentFactory(
  daybook: Daybook,
  { memory, placement, permissions, ...flags }: ChatGiven & { memory: boolean },
): Promise<ChatOptions["createAgent"]> {
  const { host, settings } = daybook;
  let model = await chooseModel(host, settings, flags);
  return async ({ model: wished, ...wish }: AgentWish = {}) => {
    if (wished !== undefined) model = await chooseModel(host, settings, { ...flags, model: wished });
    return createSession(daybook, {
      model,
      memory,
      ...wish,
      ...(placement === undefined ? {} : { placement }),
      ...(permissions === undefined ? {} : { permissions }),
    });
  };
}

function historyOf({ host, project, storage, storeOptions }: Daybook): ChatOptions["history"] {
  return createPromptHistory({
    file: join(project.folder, "prompts.jsonl"),
    gate: storeOptions.gate,
    now: host.now,
    prepare: async () => {
      await storage.change(["project"], async (tx) => storeOptions.ensureProject?.(tx));
    },
  });
}
