import type { OpenAnswer } from "./event-reader.ts";
import {
  abortedFailure,
  brokenEventFailure,
  endlessFailure,
  type Failure,
  formatFailure,
  type ServerFacts,
  serverFailure,
  statusOfType,
} from "./failure.ts";
import type { AssistantMessage, Block, ModelEvent } from "./model.ts";
import type { TryOutcome } from "./with-retries.ts";

/** An answer that is put together out of the data of its events. */
export interface GrowingAnswer {
  /** What to show. Throws `UnreadableAnswer` for what is no answer, a `SyntaxError` for an event that is broken. */
  accept(data: string): ModelEvent[];
  /** Nothing more is to be read. */
  readonly finished: boolean;
  /** All that matters is here: if the stream ends or falls silent now, nothing is lost. */
  readonly isWhole: boolean;
  /** Characters of what has been said so far; while it stays the same, what comes brings nothing. */
  readonly size: number;
  /** The server's own report that it cannot go on. */
  readonly fault: StreamFault | undefined;
  /** What has arrived so far, for showing. */
  partial(): Block[];
  /** The answer as a message of this model; to be asked for when it is whole. */
  message(model: string): AssistantMessage;
}

/** What a server said within a stream that began well. */
export interface StreamFault {
  type: string;
  words: string;
  /** As the server named it; else what the type stands for. */
  status?: number | undefined;
  window?: number | undefined;
}

/** What came is no answer; `what` it is instead, as in "sent no answer". */
export class UnreadableAnswer extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`The answer holds ${what}.`);
    this.what = what;
  }
}

export interface SingleTry {
  server: ServerFacts;
  signal: AbortSignal | undefined;
  answer: GrowingAnswer;
  /** Makes the request; aborting `connection` closes it. */
  open: (connection: AbortController) => Promise<OpenAnswer | { failed: Failure }>;
  /** The SDK that `open` loads, named when it is not installed. */
  packageName: string;
}

/** After the last word the counts of tokens may still come; a server that forgets to hang up is not waited for. */
const AFTER_WHOLE_MS = 3_000;
/** Characters: several times the longest answer that any model can give. */
const MOST_SIZE = 4 * 1024 * 1024;

/** One request and its answer, event by event. Never throws; hangs up when the reader leaves. */
export async function* oneTry(asked: SingleTry): AsyncGenerator<ModelEvent, TryOutcome, undefined> {
  const { server, signal, answer } = asked;
  // Its abort closes the socket, whoever asks for it: the person, a silence, or a reader who leaves.
  const connection = new AbortController();
  const hangUp = (): void => connection.abort();
  const wasStopped = (): boolean => signal?.aborted === true;
  signal?.addEventListener("abort", hangUp, { once: true });
  let delivered = false;
  const fail = (failed: Failure): TryOutcome => ({
    failed: wasStopped() ? abortedFailure : failed,
    delivered,
    partial: partialOf(answer),
  });
  try {
    if (wasStopped()) return fail(abortedFailure);
    const opened = await asked.open(connection);
    if ("failed" in opened) return fail(opened.failed);
    while (!answer.finished) {
      const { size, isWhole } = answer;
      const next = await opened.next();
      if (wasStopped()) return fail(abortedFailure);
      if ("failed" in next && answer.isWhole) break;
      if ("failed" in next) return fail(next.failed);
      for (const event of answer.accept(next.data)) {
        delivered = true;
        yield event;
        if (wasStopped()) return fail(abortedFailure);
      }
      if (answer.fault !== undefined) return fail(failureOfFault(server, answer.fault));
      if (answer.size > MOST_SIZE) return fail(endlessFailure(server));
      if (answer.size > size || answer.isWhole !== isWhole)
        opened.expectMore(answer.isWhole ? AFTER_WHOLE_MS : undefined);
    }
    await opened.drain();
    if (wasStopped()) return fail(abortedFailure);
    return { message: answer.message(server.model) };
  } catch (error) {
    return fail(unexpectedFailure(asked, error));
  } finally {
    signal?.removeEventListener("abort", hangUp);
    connection.abort();
  }
}

/** A failure is told also where what has come cannot be put together. */
function partialOf(answer: GrowingAnswer): Block[] {
  try {
    return answer.partial();
  } catch {
    return [];
  }
}

function failureOfFault(server: ServerFacts, { type, words, status, window }: StreamFault): Failure {
  return serverFailure(server, { status: status ?? statusOfType(type), type, words, window });
}

/** What nobody foresaw: data that is not JSON, a missing package, a request that cannot be written. */
function unexpectedFailure({ server, packageName }: SingleTry, error: unknown): Failure {
  if (error instanceof UnreadableAnswer) return formatFailure(server, error.what);
  if (error instanceof SyntaxError) return brokenEventFailure(server);
  const code = (error as { code?: unknown } | null)?.code;
  const message =
    code === "ERR_MODULE_NOT_FOUND"
      ? `The package ${packageName} is missing. Install it: npm install ${packageName}`
      : `The request to ${server.model} could not be made (${String(error)}). Begin a new conversation (/new in the chat).`;
  return { failure: "bad-request", message, retry: false, reason: "the request could not be made" };
}
