import { AnthropicAnswer } from "./anthropic-answer.ts";
import { type OpenAnswer, openAnswer } from "./anthropic-connection.ts";
import { factsOfAnthropicModel } from "./anthropic-models.ts";
import { anthropicBody } from "./anthropic-request.ts";
import {
  abortedFailure,
  type Failure,
  formatFailure,
  type ServerFacts,
  serverFailure,
  statusOfType,
} from "./failure.ts";
import type { Model, ModelEvent, ModelInfo, ModelRequest } from "./model.ts";
import { type RetryOptions, type TryOutcome, withRetries } from "./with-retries.ts";

export interface AnthropicOptions extends RetryOptions {
  /** Without the provider's name: `claude-sonnet-5-5`. */
  model: string;
  apiKey: string;
  /** The API's address, with or without `/v1`; Anthropic's own when absent. */
  baseUrl?: string | undefined;
  /** Tokens of the window, where the account allows another than the table says. */
  window?: number | undefined;
  /** A stream silent for so long is given up; the first byte may take 2.5 times as long. */
  idleTimeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
  now?: (() => number) | undefined;
}

const OFFICIAL_BASE_URL = "https://api.anthropic.com";
const IDLE_TIMEOUT_MS = 120_000;

/** A model behind the Anthropic Messages API, or any server that speaks it. The SDK is loaded by the first request. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const facts = factsOfAnthropicModel(options.model);
  const info: ModelInfo = {
    ...facts,
    id: `anthropic/${options.model}`,
    provider: "anthropic",
    window: options.window ?? facts.window,
    local: false,
  };
  return {
    info,
    stream: (request, { signal } = {}) =>
      withRetries(() => oneTry({ options, info, request, signal }), { ...options, signal }),
  };
}

interface Call {
  options: AnthropicOptions;
  info: ModelInfo;
  request: ModelRequest;
  signal: AbortSignal | undefined;
}

async function* oneTry(call: Call): AsyncGenerator<ModelEvent, TryOutcome, undefined> {
  const { info, request, signal } = call;
  const server = serverOf(call);
  const answer = new AnthropicAnswer((position) => `call_${request.messages.length}_${position}`);
  // Its abort closes the socket, whoever asks for it: the person, a silence, or a reader who leaves.
  const connection = new AbortController();
  const hangUp = (): void => connection.abort();
  const wasStopped = (): boolean => signal?.aborted === true;
  signal?.addEventListener("abort", hangUp, { once: true });
  let delivered = false;
  const fail = (failed: Failure): TryOutcome => ({
    failed: wasStopped() ? abortedFailure : failed,
    delivered,
    partial: answer.partial(),
  });
  try {
    if (wasStopped()) return fail(abortedFailure);
    const opened = await open(call, server, connection);
    if ("failed" in opened) return fail(opened.failed);
    while (!answer.finished) {
      const next = await opened.next();
      if (wasStopped()) return fail(abortedFailure);
      if ("failed" in next) return fail(next.failed);
      for (const event of answer.accept(next.data)) {
        delivered = true;
        yield event;
        if (wasStopped()) return fail(abortedFailure);
      }
      if (answer.fault !== undefined) return fail(failureOfFault(server, answer.fault));
    }
    await opened.drain();
    if (wasStopped()) return fail(abortedFailure);
    return { message: answer.message(info.id) };
  } catch (error) {
    return fail(unexpectedFailure(server, error));
  } finally {
    signal?.removeEventListener("abort", hangUp);
    connection.abort();
  }
}

function open(
  call: Call,
  server: ServerFacts,
  connection: AbortController,
): Promise<OpenAnswer | { failed: Failure }> {
  const { options, info, request } = call;
  return openAnswer({
    server,
    connection,
    body: anthropicBody(request, { name: options.model, id: info.id, maxOutput: info.maxOutput }),
    idleMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    fetch: options.fetch,
    now: options.now ?? Date.now,
  });
}

function serverOf({ options, info }: Call): ServerFacts {
  const baseUrl = (options.baseUrl ?? OFFICIAL_BASE_URL).trim().replace(/\/+$/, "").replace(/\/v1$/, "");
  return { model: info.id, baseUrl, keyName: "ANTHROPIC_API_KEY", key: options.apiKey };
}

function failureOfFault(server: ServerFacts, { type, words }: { type: string; words: string }): Failure {
  return serverFailure(server, { status: statusOfType(type), type, words });
}

/** What nobody foresaw: data that is not JSON, a missing package, a request that cannot be written. */
function unexpectedFailure(server: ServerFacts, error: unknown): Failure {
  if (error instanceof SyntaxError) return formatFailure(server, "an event that is not JSON");
  const code = (error as { code?: unknown } | null)?.code;
  const message =
    code === "ERR_MODULE_NOT_FOUND"
      ? "The package @anthropic-ai/sdk is missing. Install it: npm install @anthropic-ai/sdk"
      : `The request to ${server.model} could not be made (${String(error)}). Begin a new conversation with /new.`;
  return { failure: "bad-request", message, retry: false, reason: "the request could not be made" };
}
