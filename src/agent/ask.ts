import { compactionThreshold } from "../context/index.ts";
import { refusesThinking } from "../models/index.ts";
import { formatCount } from "../text/index.ts";
import { compact, type CompactionOutcome, type CompactionSetting } from "./compact.ts";
import type { AgentEvent } from "./events.ts";
import { requestOf } from "./request.ts";
import { streamAnswer, type StreamedAnswer } from "./stream-answer.ts";

/** What a request works with. */
export interface AskSetting extends CompactionSetting {
  /** Of the session, kept from request to request. */
  pressure: Pressure;
  /** The server said how large its window really is. */
  onWindow(tokens: number): void;
}

/** A conversation that could not be brought below its threshold is left alone until it has grown to this. */
export interface Pressure {
  quietUntil: number;
}

/** Share of a refused request that is tried when the server names no window. */
const SMALLER = 0.7;
/** Share of the window by which a conversation must grow before what could not be shortened is tried again. */
const GROWTH = 0.1;

/**
 * Makes one request. The conversation is compacted before it where it got too long, and once more where the
 * provider says that it is; a request whose thinking is refused is sent again without.
 */
export async function* ask(setting: AskSetting): AsyncGenerator<AgentEvent, StreamedAnswer> {
  if ((yield* compactEarly(setting)) === "aborted") return abortedAnswer;
  let answer = yield* send(setting);
  if (!answer.done && refusesThinking(answer) && setting.conversation.hasThinking) {
    // A compaction of nothing: what follows it goes without the thinking before it, after a resume too.
    await setting.conversation.shorten({ firstKept: 0, elide: [] });
    setting.meter.forget();
    yield { type: "note", text: "the provider refused earlier thinking; it is left out from now on" };
    answer = yield* send(setting);
  }
  if (!isTooLong(answer)) return answer;
  const limit = await limitAfter(answer, setting);
  const outcome = yield* compact(setting, { limit });
  if (outcome === "aborted") return abortedAnswer;
  return outcome === "done" ? yield* send(setting) : answer;
}

async function* send(setting: AskSetting): AsyncGenerator<AgentEvent, StreamedAnswer> {
  const request = await requestOf(setting);
  const answer = yield* streamAnswer(setting.model, request, setting.signal);
  if (answer.done) setting.meter.learn(request, answer.message.usage);
  return answer;
}

async function* compactEarly(setting: AskSetting): AsyncGenerator<AgentEvent, CompactionOutcome> {
  const { meter, pressure, limits } = setting;
  const threshold = compactionThreshold(setting.window(), limits);
  const before = meter.next(await requestOf(setting));
  if (before <= threshold || before < pressure.quietUntil) return "nothing";
  const outcome = yield* compact(setting);
  if (outcome === "aborted") return outcome;
  const after = meter.next(await requestOf(setting));
  if (after > threshold) {
    pressure.quietUntil = after + setting.window() * GROWTH;
    yield { type: "note", text: stillLong(after, setting.window()) };
  }
  return outcome;
}

function stillLong(tokens: number, window: number): string {
  return `the request has about ${formatCount(tokens)} tokens of the model's ${formatCount(window)}, and nothing more can be left out`;
}

function isTooLong(answer: StreamedAnswer): boolean {
  return answer.done ? answer.message.stop === "context_exceeded" : answer.failure === "too-long";
}

async function limitAfter(answer: StreamedAnswer, setting: AskSetting): Promise<number> {
  if (!answer.done && answer.window !== undefined) setting.onWindow(answer.window);
  const refused = setting.meter.next(await requestOf(setting));
  return Math.min(compactionThreshold(setting.window(), setting.limits), Math.floor(refused * SMALLER));
}

const abortedAnswer: StreamedAnswer = {
  done: false,
  failure: "aborted",
  message: "Stopped before the answer was complete.",
  partialText: "",
};
