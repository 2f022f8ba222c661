import type { ContextSource } from "../context/index.ts";
import { isToolUse, textOf, type AssistantMessage, type Usage } from "../models/index.ts";
import { systemReminder } from "../text/index.ts";
import type { Approve, Tool } from "../tools/index.ts";
import { ask, type AskSetting } from "./ask.ts";
import { textBlock, type Part } from "./conversation.ts";
import type { AgentEvent, TurnEnd } from "./events.ts";
import { runCalls } from "./run-calls.ts";
import type { StreamedAnswer } from "./stream-answer.ts";
import type { TurnRecall } from "./turn-recall.ts";
import { addUsage, noUsage } from "./usage.ts";

/** All that one turn works with. */
export interface TurnSetting extends AskSetting {
  tools: readonly Tool[];
  /** Sources of placement `turn`. */
  turnSources: readonly ContextSource[];
  recall?: TurnRecall;
  maxRounds: number;
  /** Asks the person before a call that needs it; without it such calls are refused. */
  approve?: Approve;
  /** Called with the usage of each request. */
  onUsage(usage: Usage): void;
  /** Called with the words of an answer that broke off: they and their request cost too, though nobody counted them. */
  onUncounted(partialText: string): Promise<void>;
  /** Called when an answer broke off and its beginning was kept. */
  onBrokenOff(note: string): void;
}

const ASK_AGAIN = "The results of your tools are above. Go on: answer the person, or take the next step.";

/**
 * Asks the model until it answers without calling a tool. The person's words are already in the conversation,
 * as record `begin`.
 */
export async function* runTurn(setting: TurnSetting, begin: number): AsyncGenerator<AgentEvent, void> {
  const { conversation, signal } = setting;
  const turn = { usage: noUsage(), text: "" };
  let askedAgain = false;
  for (let round = 0; round < setting.maxRounds; round += 1) {
    if (signal.aborted) return yield end("aborted", turn);
    const answer = yield* ask(setting);
    if (!answer.done) {
      if (answer.partialText !== "") await setting.onUncounted(answer.partialText);
      return yield await endFailed(answer, { setting, turn, begin });
    }
    const { message } = answer;
    addUsage(turn.usage, message.usage);
    setting.onUsage(message.usage);
    turn.text = textOf(message);
    const afterResults = conversation.endsWithResults();
    const remembered = await conversation.addAnswer(message);
    if (message.stop !== "refusal" && message.content.some(isToolUse)) {
      yield* runCalls(message, {
        ...setting,
        loadNotes: () => loadNotes(setting),
        see: async (ids) => setting.recall?.see(ids) ?? [],
      });
      continue;
    }
    if (message.stop === "pause_turn" && remembered) continue;
    const isEmpty = turn.text.trim() === "" && isFinalStop(message);
    if (isEmpty && afterResults && !askedAgain) {
      askedAgain = true;
      // A message of its own: what was sent stays as it was, and no text stands beside results.
      await conversation.addUser({ content: [textBlock(systemReminder(ASK_AGAIN))], from: ["note"] });
      continue;
    }
    if (isEmpty) yield { type: "note", text: "the model ended its turn without words" };
    return yield await endAnswered(message, { setting, turn, begin });
  }
  const rounds = `stopped after ${setting.maxRounds} requests in one turn; say "go on" to continue`;
  return yield end("failed", turn, { kind: "too-many-rounds", message: rounds });
}

interface TurnSoFar {
  usage: Usage;
  text: string;
}

interface Ending {
  setting: TurnSetting;
  turn: TurnSoFar;
  begin: number;
}

async function loadNotes({ turnSources, recall }: TurnSetting): Promise<Part[]> {
  return [...(await loadTurnParts(turnSources)), ...(recall?.poll() ?? [])];
}

/** What the sources of placement `turn` have to say now. */
export async function loadTurnParts(sources: readonly ContextSource[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const source of sources) {
    const loaded = await source.load();
    if (loaded !== null) parts.push({ text: systemReminder(loaded.text), from: source.name });
  }
  return parts;
}

async function endFailed(
  answer: Extract<StreamedAnswer, { done: false }>,
  { setting, turn, begin }: Ending,
): Promise<TurnEnd> {
  const { conversation, signal } = setting;
  const aborted = answer.failure === "aborted" || signal.aborted;
  const brokenOff = { ...turn, text: answer.partialText };
  if (await conversation.addPartialAnswer(answer.partialText)) {
    setting.onBrokenOff(aborted ? "The person interrupted the answer above." : "The answer above broke off.");
  }
  if (aborted) return end("aborted", brokenOff);
  // The same words would be refused again with every later prompt.
  const isRefusedPrompt =
    (answer.failure === "too-long" || answer.failure === "bad-request") &&
    conversation.messages.at(-1)?.n === begin;
  if (!isRefusedPrompt) return end("failed", brokenOff, { kind: answer.failure, message: answer.message });
  await conversation.withdrawFrom(begin);
  const message = `${answer.message} The prompt was left out of the conversation.`;
  return end("failed", brokenOff, { kind: answer.failure, message });
}

async function endAnswered(message: AssistantMessage, { setting, turn, begin }: Ending): Promise<TurnEnd> {
  switch (message.stop) {
    case "max_tokens":
      return end("max-tokens", turn);
    case "refusal":
      // A refused turn that stays in the history is refused again.
      await setting.conversation.withdrawFrom(begin);
      return end("refused", turn);
    case "context_exceeded":
      return end("failed", turn, {
        kind: "too-long",
        message:
          "The conversation fills the model's window. /compact shortens it, /new starts a new one; memories stay.",
      });
    default:
      return end("answered", turn);
  }
}

function isFinalStop({ stop }: AssistantMessage): boolean {
  return stop === "end_turn" || stop === "stop_sequence" || stop === "tool_use" || stop === "pause_turn";
}

function end(outcome: TurnEnd["outcome"], turn: TurnSoFar, failure?: TurnEnd["failure"]): TurnEnd {
  return { type: "turn-end", outcome, ...turn, ...(failure === undefined ? {} : { failure }) };
}
