import { systemCodeOf } from "../errors/index.ts";
import { saysTooLong, windowIn } from "./context-limit.ts";
import type { ModelFailure } from "./model.ts";

/** Why an answer did not come: one sentence for a person, and whether trying again can help. */
export interface Failure {
  failure: ModelFailure;
  message: string;
  status?: number;
  /** True where the same request may succeed in a moment. */
  retry: boolean;
  /** A few words for the line that announces the retry. */
  reason: string;
  retryAfterMs?: number | undefined;
  /** Tokens of the model's real window, where a too-long error named it. */
  window?: number | undefined;
}

/** Whom daybook was talking to; the sentences name it. */
export interface ServerFacts {
  /** As the person writes it: `anthropic/...`. */
  model: string;
  baseUrl: string;
  /** The environment variable that holds the key. */
  keyName: string;
  /** Never shown, even where the server repeats it; "" where none is set. */
  key: string;
}

/** What a server said when it refused: over HTTP, or within a stream. */
export interface ServerWords {
  status: number;
  /** The provider's error type, e.g. `overloaded_error`. */
  type?: string | undefined;
  words: string;
  retryAfterMs?: number | undefined;
  /** Tokens of the window, where a field names it; else it is looked for in the words. */
  window?: number | undefined;
}

const NO_CREDIT = /insufficient[_ ]quota|exceeded your current quota|insufficient balance/i;

const NO_SUCH_MODEL = /model\b.*(not found|not exist)|(unknown|invalid|no such|not a valid) model/i;

/** A refusal, as a failure. */
export function serverFailure(server: ServerFacts, said: ServerWords): Failure {
  const { status, retryAfterMs } = said;
  const words = quoted(server, said.words);
  const found = kindOf(said);
  return {
    ...sentenceOf(found, server, { status, words, retryAfterMs }),
    status,
    failure: found,
    retryAfterMs,
    ...(found === "too-long" && { window: said.window ?? windowIn(said.words) }),
  };
}

/** No connection, or one that broke before anything was said. `error` is what `fetch` threw. */
export function connectionFailure(server: ServerFacts, error: unknown): Failure {
  const code = networkCodeOf(error);
  const host = hostOf(server.baseUrl);
  if (code === "ECONNREFUSED")
    return unreachable(
      `Nothing answers at ${host} (connection refused). Start the server, or check the base URL.`,
    );
  if (code === "ENOTFOUND")
    return unreachable(`There is no host ${host}. Check the network connection and the base URL.`);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || isTimeout(error))
    return unreachable(
      `${host} did not answer in time. Try again, check the base URL, or give it longer: "modelSilenceMs" under "limits" in daybook.json.`,
    );
  const message = `The connection to ${host} failed (${quoted(server, code ?? wordsOf(error))}). Check the network and try again.`;
  return { ...unreachable(message), retry: code !== undefined && TRANSIENT.has(code) };
}

function unreachable(message: string): Failure {
  return { failure: "unreachable", message, retry: false, reason: "the connection broke" };
}

/** The stream ended before the answer was whole. */
export function cutFailure(server: ServerFacts): Failure {
  const message = `The answer from ${hostOf(server.baseUrl)} broke off before its end. Send the prompt again.`;
  return { failure: "cut-stream", message, retry: true, reason: "the answer broke off" };
}

/** The stream was given up after `silentMs` without a byte, or, `wasAlive`, without a word of the answer. */
export function silentFailure(
  server: ServerFacts,
  { silentMs, wasAlive }: { silentMs: number; wasAlive: boolean },
): Failure {
  const host = hostOf(server.baseUrl);
  const message = wasAlive
    ? `${host} kept the connection open for ${silentMs / 1000} s without a word of its answer, so daybook hung up. Send the prompt again, or give it longer: "modelSilenceMs" under "limits" in daybook.json.`
    : `${host} fell silent for ${silentMs / 1000} s in the middle of its answer, so daybook hung up. Send the prompt again.`;
  return { failure: "cut-stream", message, retry: false, reason: "the answer broke off" };
}

/** The answer grew past what any model writes in one piece. */
export function endlessFailure(server: ServerFacts): Failure {
  const message = `The answer from ${hostOf(server.baseUrl)} did not end, so daybook hung up. Send the prompt again, or choose another model.`;
  return { failure: "cut-stream", message, retry: false, reason: "the answer did not end" };
}

/** What came is no stream of events in the provider's format. */
export function formatFailure(server: ServerFacts, what: string): Failure {
  return {
    failure: "server",
    message: `${hostOf(server.baseUrl)} sent ${what} where a stream of events was expected. Check that the base URL is the address of the provider's API.`,
    retry: false,
    reason: "the answer could not be read",
  };
}

/** An event of the stream arrived damaged, so words of the answer are missing. */
export function brokenEventFailure(server: ServerFacts): Failure {
  const message = `${hostOf(server.baseUrl)} sent an event that is not JSON, so a part of its answer is missing. Send the prompt again; if that does not help, look into the server, or a proxy in between.`;
  return { failure: "server", message, retry: true, reason: "a part of the answer was broken" };
}

/** The person stopped it. */
export const abortedFailure: Failure = {
  failure: "aborted",
  message: "Stopped before the answer was complete.",
  retry: false,
  reason: "stopped",
};

const STATUS_OF_TYPE: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** The HTTP status that an error type inside a stream stands for. */
export function statusOfType(type: string): number {
  return Object.hasOwn(STATUS_OF_TYPE, type) ? (STATUS_OF_TYPE[type] ?? 500) : 500;
}

function kindOf({ status, type = "", words }: ServerWords): ModelFailure {
  const all = `${type} ${words}`;
  if (status === 529 || type === "overloaded_error") return "overloaded";
  // A request larger than a minute's allowance is refused each time it is sent.
  if (status === 429) return /request too large/i.test(words) ? "too-long" : "rate-limited";
  if (status === 413 || (status < 500 && saysTooLong(all)) || type === "exceed_context_size_error")
    return "too-long";
  if (status === 401 || status === 402 || status === 403) return "unauthorized";
  if (status === 404 && (type === "not_found_error" || /model/i.test(all))) return "unknown-model";
  if ((status === 400 || status === 422) && NO_SUCH_MODEL.test(words)) return "unknown-model";
  return status >= 500 || status === 408 ? "server" : "bad-request";
}

type Sentence = Pick<Failure, "message" | "retry" | "reason">;

function sentenceOf(
  kind: ModelFailure,
  server: ServerFacts,
  said: { status: number; words: string; retryAfterMs: number | undefined },
): Sentence {
  const { status, retryAfterMs } = said;
  const host = hostOf(server.baseUrl);
  const why = said.words === "" ? `${status}` : `${status}: ${said.words}`;
  if (kind === "rate-limited" && NO_CREDIT.test(why))
    return { message: unpaid(host, why), retry: false, reason: "no credit" };
  if (kind === "rate-limited")
    return passing(
      `${host} refused because of its rate limit (${why}). Try again ${soon(retryAfterMs, "in a minute")}.`,
      "rate limit",
    );
  if (kind === "overloaded")
    return passing(
      `${host} is overloaded (${why}). Try again ${soon(retryAfterMs, "in a few minutes")}.`,
      "overloaded",
    );
  if (kind === "server")
    return passing(
      `${host} failed (${why}). Try again ${soon(retryAfterMs, "in a moment")}.`,
      `status ${status}`,
    );
  return {
    message: refusal(kind, { ...server, host, status, why }),
    retry: false,
    reason: `status ${status}`,
  };
}

function passing(message: string, reason: string): Sentence {
  return { message, retry: true, reason };
}

/** What will not change by trying again. */
function refusal(
  kind: ModelFailure,
  { host, model, keyName, key, status, why }: ServerFacts & { host: string; status: number; why: string },
): string {
  if (kind === "unknown-model")
    return `${host} knows no model ${model} (${why}). Check the name of the model.`;
  if (kind === "too-long")
    return `The conversation is too long for ${model} (${why}). Begin a new one (/new in the chat).`;
  if (status === 402) return unpaid(host, why);
  if (kind === "unauthorized" && key === "") return `${host} asks for a key (${why}). Set ${keyName}.`;
  if (kind === "unauthorized" && status === 403)
    return `${host} does not allow this key to use ${model} (${why}). Check the key's rights, or choose another model.`;
  if (kind === "unauthorized") return `${host} did not accept the key (${why}). Check ${keyName}.`;
  if (status === 404) return `${host} answers no messages at this address (${why}). Check the base URL.`;
  return `${host} refused the request (${why}). If it says so again, begin a new conversation (/new in the chat) or choose another model.`;
}

function unpaid(host: string, why: string): string {
  return `The account at ${host} has no credit left (${why}). Check its plan and balance, or choose another model.`;
}

/** When the server wants to be asked again; `otherwise` where it did not say. */
function soon(retryAfterMs: number | undefined, otherwise: string): string {
  if (retryAfterMs === undefined || retryAfterMs <= 0) return otherwise;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Codes of connections that a second try often makes. */
const TRANSIENT = new Set([
  "ECONNRESET",
  "EPIPE",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The first system code in the chain of causes; with several addresses tried, that of the first. */
function networkCodeOf(error: unknown, depth = 0): string | undefined {
  if (depth > 8 || typeof error !== "object" || error === null) return undefined;
  const own = systemCodeOf(error);
  if (own !== undefined) return own;
  if (error instanceof AggregateError) return networkCodeOf(error.errors[0], depth + 1);
  return networkCodeOf((error as { cause?: unknown }).cause, depth + 1);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timed? ?out/i.test(`${error.name} ${error.message}`);
}

/** The words of the innermost cause: the outer ones only say that something failed. */
function wordsOf(error: unknown): string {
  let innermost = error;
  for (let depth = 0; depth < 8 && innermost instanceof Error && innermost.cause instanceof Error; depth += 1)
    innermost = innermost.cause;
  return innermost instanceof Error ? innermost.message : String(innermost);
}

/** Host and port: an address may carry a password, which no sentence repeats. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "the server";
}

/** A server's words in one line of a sentence: no key, no control characters, not endless. */
function quoted({ key }: ServerFacts, words: string): string {
  const oneLine = words
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim()
    .replace(/\.$/, "");
  const safe = key.length >= 4 ? oneLine.replaceAll(key, "[key]") : oneLine;
  return safe.length > 300 ? `${[...safe].slice(0, 299).join("")}…` : safe;
}
