import { estimateTokens } from "../text/index.ts";
import type { OpenAnswer } from "./event-reader.ts";
import type { Failure, ServerFacts } from "./failure.ts";
import { isToolUse, type Model, type ModelEvent, type ModelInfo, type ModelRequest } from "./model.ts";
import { oneTry } from "./one-try.ts";
import { type ServerAddress, serverAddress } from "./openai-address.ts";
import { OpenaiAnswer } from "./openai-answer.ts";
import { openChat } from "./openai-connection.ts";
import { adaptedDialect, type Dialect } from "./openai-dialect.ts";
import { factsOfOpenaiModel } from "./openai-models.ts";
import { openaiBody } from "./openai-request.ts";
import { type RetryOptions, type TryOutcome, withRetries } from "./with-retries.ts";

/** Which model is asked, and on which server. */
export interface OpenaiOptions extends RetryOptions {
  /** As the server names it: `gpt-5.4`, `qwen/qwen3`, `llama3.2:3b`. */
  model: string;
  /** What the server may call it instead; asked for once it does not know `model`. */
  otherName?: string | undefined;
  /** As the person writes it; `openai/` and the name when absent. */
  id?: string | undefined;
  /** Servers of one's own often need none. */
  apiKey?: string | undefined;
  /** The API's address, with or without `/v1`; OpenAI's own when absent. */
  baseUrl?: string | undefined;
  /** Tokens of the window, where it is known better than by the name. */
  window?: number | undefined;
  /** A server that sends nothing of its answer for so long is given up, before it begins and within; a minute when absent. */
  idleTimeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
  now?: (() => number) | undefined;
}

const IDLE_TIMEOUT_MS = 60_000;
const MOST_DIALECTS = 5;

/** A model behind any server that speaks OpenAI's chat completions. The SDK is loaded by the first request. */
export function createOpenaiModel(options: OpenaiOptions): Model {
  const address = serverAddress(options.baseUrl);
  const facts = factsOfOpenaiModel(options.model, address);
  const info: ModelInfo = {
    ...facts,
    id: options.id ?? `openai/${options.model}`,
    provider: "openai",
    window: options.window ?? facts.window,
    local: address.isLocal,
  };
  const talk: Talk = {
    options,
    info,
    address,
    dialect: {
      name: options.model,
      asksForUsage: true,
      limitField: address.isOfficial ? "max_completion_tokens" : "max_tokens",
      returnsFields: true,
      sendsImages: info.images,
    },
  };
  return {
    info,
    stream: (request, { signal } = {}) =>
      withRetries(() => tryOnce(talk, request, signal), { ...options, signal }),
  };
}

/** What stays the same from request to request, and what has been learned of the server. */
interface Talk {
  options: OpenaiOptions;
  info: ModelInfo;
  address: ServerAddress;
  dialect: Dialect;
}

function tryOnce(
  talk: Talk,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<ModelEvent, TryOutcome, undefined> {
  const { options, info, address } = talk;
  const server: ServerFacts = {
    model: info.id,
    baseUrl: address.baseUrl,
    keyName: "OPENAI_API_KEY",
    key: options.apiKey?.trim() ?? "",
  };
  const calls = request.messages.flatMap(({ content }) => content.filter(isToolUse));
  return oneTry({
    server,
    signal,
    answer: new OpenaiAnswer({
      takenIds: calls.map(({ id }) => id),
      toolNames: request.tools.map(({ name }) => name),
      estimateInput: () => estimateTokens(openaiBody(request, { id: info.id, dialect: talk.dialect })),
    }),
    open: (connection) => openAdapting(talk, { request, server, connection }),
    packageName: "openai",
  });
}

/** Asks in the dialect known so far; where the refusal shows what the server does not take, asks again without it. */
async function openAdapting(
  talk: Talk,
  asked: { request: ModelRequest; server: ServerFacts; connection: AbortController },
): Promise<OpenAnswer | { failed: Failure }> {
  const { options, info, address } = talk;
  let { dialect } = talk;
  for (let round = 1; ; round += 1) {
    const opened = await openChat({
      server: asked.server,
      address,
      connection: asked.connection,
      body: openaiBody(asked.request, { id: info.id, dialect }),
      idleMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      fetch: options.fetch,
      now: options.now ?? Date.now,
    });
    if (!("failed" in opened)) {
      talk.dialect = dialect;
      return opened;
    }
    const adapted = adaptedDialect(dialect, { ...opened, otherName: options.otherName });
    if (adapted === undefined || round === MOST_DIALECTS) return opened;
    dialect = adapted;
  }
}
