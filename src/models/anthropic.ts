import { AnthropicAnswer } from "./anthropic-answer.ts";
import { openAnswer } from "./anthropic-connection.ts";
import { factsOfAnthropicModel } from "./anthropic-models.ts";
import { anthropicBody } from "./anthropic-request.ts";
import type { ServerFacts } from "./failure.ts";
import { isLoopback } from "./loopback-address.ts";
import type { Model, ModelEvent, ModelInfo, ModelRequest } from "./model.ts";
import { oneTry } from "./one-try.ts";
import { type RetryOptions, type TryOutcome, withRetries } from "./with-retries.ts";

/** Which of Anthropic's models is asked, and how it is reached. */
export interface AnthropicOptions extends RetryOptions {
  /** Without the provider's name: `claude-sonnet-5-5`. */
  model: string;
  apiKey: string;
  /** The API's address, with or without `/v1`; Anthropic's own when absent. */
  baseUrl?: string | undefined;
  /** Tokens of the window, where the account allows another than the table says. */
  window?: number | undefined;
  /** A stream silent for so long is given up; the first byte may take 2.5 times as long, a stream of nothing but pings 10 times. */
  idleTimeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
  now?: (() => number) | undefined;
}

const OFFICIAL_BASE_URL = "https://api.anthropic.com";
const IDLE_TIMEOUT_MS = 60_000;

/** A model behind the Anthropic Messages API, or any server that speaks it. The SDK is loaded by the first request. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const facts = factsOfAnthropicModel(options.model);
  const info: ModelInfo = {
    ...facts,
    id: `anthropic/${options.model}`,
    provider: "anthropic",
    window: options.window ?? facts.window,
    local: isOnThisMachine(options.baseUrl),
  };
  return {
    info,
    stream: (request, { signal } = {}) =>
      withRetries(() => tryOnce({ options, info, request, signal }), { ...options, signal }),
  };
}

function isOnThisMachine(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

interface Call {
  options: AnthropicOptions;
  info: ModelInfo;
  request: ModelRequest;
  signal: AbortSignal | undefined;
}

function tryOnce({
  options,
  info,
  request,
  signal,
}: Call): AsyncGenerator<ModelEvent, TryOutcome, undefined> {
  const server = serverOf(options, info);
  return oneTry({
    server,
    signal,
    answer: new AnthropicAnswer((position) => `call_${request.messages.length}_${position}`),
    open: (connection) =>
      openAnswer({
        server,
        connection,
        body: anthropicBody(request, { name: options.model, id: info.id, maxOutput: info.maxOutput }),
        idleMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
        fetch: options.fetch,
        now: options.now ?? Date.now,
      }),
    packageName: "@anthropic-ai/sdk",
  });
}

function serverOf(options: AnthropicOptions, info: ModelInfo): ServerFacts {
  const baseUrl = (options.baseUrl ?? OFFICIAL_BASE_URL).trim().replace(/\/+$/, "").replace(/\/v1$/, "");
  return { model: info.id, baseUrl, keyName: "ANTHROPIC_API_KEY", key: options.apiKey };
}
