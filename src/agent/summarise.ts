import { summaryQuestion, takePieces, transcriptOf } from "../context/index.ts";
import { sideQuery, type Model, type ModelFailure, type SideAnswer, type Usage } from "../models/index.ts";
import { cutBytes, estimateTokens, countBytes } from "../text/index.ts";
import type { SentMessage } from "./sent-message.ts";
import { addUsage, noUsage } from "./usage.ts";

/** What is to be summarised, and with what. */
export interface SummaryOptions {
  model: Model;
  messages: readonly SentMessage[];
  /** What an earlier compaction made of the turns before. */
  before: string;
  /** What the person wants kept above all. */
  wish?: string;
  /** Estimated tokens of the model's window, and those that the summary may take. */
  window: number;
  room: number;
  /** Of one call. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The summary, or why there is none; either with what its calls cost. */
export type Summary =
  | { ok: true; text: string; usage: Usage }
  | { ok: false; failure: ModelFailure; message: string; usage: Usage };

/** Share of the window that one question may fill. */
const QUESTION_SHARE = 0.6;
/** Tokens of the question's own words. */
const QUESTION_TOKENS = 700;
const LEAST_CHUNK_TOKENS = 400;
const WORDS_PER_TOKEN = 0.6;
/** Tokens that a model may think before it writes. */
const THINKING_TOKENS = 8_000;
const SMALLER_TRIES = 3;

/** Tokens that a summary may take in a window of so many. */
export function summaryRoom(window: number): number {
  return Math.min(6_000, Math.max(300, Math.floor(window / 12)));
}

/** Summarises messages in as many calls as it takes, each carrying on what those before it came to. Never throws. */
export async function summarise(options: SummaryOptions): Promise<Summary> {
  const { window, room } = options;
  let chunk = Math.max(LEAST_CHUNK_TOKENS, Math.floor(window * QUESTION_SHARE) - 2 * room - QUESTION_TOKENS);
  let pieces = transcriptOf(options.messages);
  let text = options.before;
  let smaller = 0;
  const usage: Usage = noUsage();
  while (pieces.length > 0) {
    const { text: transcript, taken } = takePieces(pieces, chunk);
    const answer = await askOnce(options, { before: text, transcript });
    if (answer.ok) {
      text = withinRoom(answer.text.trim(), room);
      addUsage(usage, answer.usage);
      pieces = pieces.slice(taken);
      if (text === "") return { ...empty, message: "The summary came back empty.", usage };
    } else if (answer.failure === "too-long" && smaller < SMALLER_TRIES && chunk > LEAST_CHUNK_TOKENS) {
      smaller += 1;
      chunk = Math.max(LEAST_CHUNK_TOKENS, Math.floor((answer.window ?? chunk) / 2));
    } else {
      const { failure, message } = answer;
      if (answer.usage !== undefined) addUsage(usage, answer.usage);
      return { ok: false, failure: failure === "timeout" ? "unreachable" : failure, message, usage };
    }
  }
  // Without a word of it the turns would be gone as if they had never been.
  if (text === "") return { ...empty, message: "There was nothing to summarise.", usage };
  return { ok: true, text, usage };
}

const empty = { ok: false, failure: "server" } as const;

function askOnce(
  { model, wish, room, window, timeoutMs, signal }: SummaryOptions,
  { before, transcript }: { before: string; transcript: string },
): Promise<SideAnswer> {
  const words = Math.floor(room * WORDS_PER_TOKEN);
  const question = summaryQuestion({ before, transcript, words, ...(wish === undefined ? {} : { wish }) });
  const most = 2 * room + (model.info.thinking ? THINKING_TOKENS : 0);
  return sideQuery(
    model,
    { ...question, maxTokens: Math.min(most, Math.floor(window / 4)) },
    { signal, timeoutMs },
  );
}

// A model that writes more than it was given room for must not undo the compaction.
function withinRoom(text: string, room: number): string {
  const estimate = estimateTokens(text);
  if (estimate <= 2 * room) return text;
  return `${cutBytes(text, Math.floor((countBytes(text) * 2 * room) / estimate))}…`;
}
