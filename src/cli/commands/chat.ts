import { join } from "node:path";
import { chooseModel, chooseSideModel, createSession, openExtraction } from "../../app/index.ts";
import type { Daybook, ModelFlags } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import type { ExtractMode, RecallMode } from "../../events/index.ts";
import type { PermissionMode } from "../../tools/index.ts";
import type { ChatOptions } from "../chat/chat-options.ts";
import { createPromptHistory } from "../chat/prompt-history.ts";
import { resumeWish, type ResumeFlags } from "../chat/resume-wish.ts";
import { runChat } from "../chat/run-chat.ts";
import { sessionBook } from "../chat/session-book.ts";
import { sessionToResume } from "../chat/session-to-resume.ts";
import { done, type CommandContext } from "../command.ts";
import { reviewTrust } from "../review-trust.ts";
import { unknownCommand } from "../unknown-command.ts";

export interface ChatGiven extends Omit<ModelFlags, "contextWindow">, ResumeFlags {
  /** What stands where a command would. */
  words?: string[];
  prompt?: string;
  /** With `prompt`: the form of the answer. */
  output?: "text" | "json";
  /** Whom side queries ask: `provider/name`. */
  sideModel?: string;
  /** How memories are chosen for a prompt. */
  recall?: RecallMode;
  /** How notes are taken of finished turns. */
  extract?: ExtractMode;
  placement?: "system" | "user";
  /** How the model reaches memory; daybook's own tool when left out. */
  memoryTool?: "anthropic";
  /** What the agent may do by itself. */
  permissions?: PermissionMode;
  /** `false` with `--no-memory`. */
  memory?: boolean;
  /** Tokens, as they were typed. */
  contextWindow?: string;
}

/** `daybook` and `daybook -p`: talks with a model that remembers. */
export async function chat(context: CommandContext, given: ChatGiven): Promise<number> {
  const { host, terminal } = context;
  const isOnce = given.prompt !== undefined;
  checkUsage(given);
  const canChoose = !isOnce && terminal.canRedraw && host.stdin.isTTY === true;
  const wish = resumeWish(given, { canChoose });
  const { contextWindow: _typed, ...flags } = given;
  const contextWindow = tokensOf(given.contextWindow);
  const daybook = await context.open();
  const memory = given.memory !== false;
  const sessions = sessionBook(daybook);
  // Before anything is shown or asked: without a model there is nothing to talk to.
  const conversing = await conversations(daybook, {
    ...flags,
    memory,
    isOnce,
    ...(contextWindow === undefined ? {} : { contextWindow }),
  });
  const resume = await sessionToResume(wish, { sessions, host, terminal, canChoose });
  if (resume.left) return done;
  if (memory && !isOnce && terminal.canAsk) await reviewTrust(context, daybook, { quiet: true });
  return runChat({
    ...conversing,
    host,
    terminal,
    sessions,
    tidy: () => daybook.sessionKeeper.tidyAtStart(),
    recallBytes: daybook.settings.limits.recallSessionBytes,
    store: memory ? daybook.store : null,
    inbox: memory ? daybook.inbox : null,
    exitWaitMs: daybook.settings.limits.exitWaitMs,
    trust: () => reviewTrust(context, daybook, {}),
    projectRoot: daybook.project.identity.root,
    history: memory ? historyOf(daybook) : null,
    json: given.output === "json",
    ...(resume.id === null ? {} : { resume: resume.id }),
    ...(given.prompt === undefined ? {} : { prompt: given.prompt }),
  });
}

function checkUsage({ words: [word] = [], output, prompt }: ChatGiven): void {
  if (word !== undefined) throw unknownCommand(word);
  if (output === "json" && prompt === undefined) {
    throw new DaybookError("usage", '--output json goes with one prompt: daybook -p "…" --output json.');
  }
  if (prompt?.trim() === "") {
    throw new DaybookError("usage", 'The prompt is empty; say what to do: daybook -p "…".');
  }
}

function tokensOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const tokens = /^\d{1,9}$/u.test(given) ? Number(given) : 0;
  if (tokens > 0) return tokens;
  throw new DaybookError("usage", `--context-window takes a number of tokens such as 32768, not "${given}".`);
}

type Conversing = Pick<ChatOptions, "converse" | "chooseModel" | "extraction">;

/** What conversations are begun with. */
interface ConversingGiven
  extends
    ModelFlags,
    Pick<ChatGiven, "placement" | "memoryTool" | "permissions" | "recall" | "extract" | "sideModel"> {
  memory: boolean;
  /** The process ends with its first answer. */
  isOnce: boolean;
}

/** Begins conversations with the model that was chosen, or was changed to since. Fails with `no-model`. */
async function conversations(daybook: Daybook, given: ConversingGiven): Promise<Conversing> {
  const { memory, isOnce, placement, memoryTool, permissions, recall, extract, ...flags } = given;
  const { host, settings } = daybook;
  let model = await chooseModel(host, settings, flags);
  const sideModel = asksBeside(given, daybook) ? await chooseSideModel(host, settings, flags) : undefined;
  const side = sideModel === undefined ? {} : { sideModel };
  const extraction = memory
    ? await openExtraction(daybook, {
        ...side,
        isShort: isOnce,
        ...(extract === undefined ? {} : { extract }),
      })
    : null;
  let isFirst = true;
  return {
    extraction,
    async converse(wish) {
      const session = await createSession(daybook, {
        model,
        memory,
        ...wish,
        ...side,
        ...(recall === undefined ? {} : { recall }),
        ...(placement === undefined ? {} : { placement }),
        ...(memoryTool === undefined ? {} : { memoryTool }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(extraction === null ? {} : { extraction }),
      });
      // What earlier processes left is read once there is somebody to read it with.
      if (isFirst) extraction?.recover(model);
      isFirst = false;
      return session;
    },
    async chooseModel(id) {
      model = await chooseModel(host, settings, { ...flags, model: id });
      return model;
    },
  };
}

/** Whether a model may be asked beside the conversation: else nothing is to be known of one. */
function asksBeside({ memory, recall, extract }: ConversingGiven, { settings }: Daybook): boolean {
  const recalls = !["lexical", "off"].includes(recall ?? settings.recall ?? "auto");
  const extracts = !["nudge", "off"].includes(extract ?? settings.extract ?? "auto");
  return memory && (recalls || extracts);
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
