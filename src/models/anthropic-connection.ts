import { factsOfErrorBody } from "./error-body.ts";
import { headOf, type OpenAnswer, readEvents } from "./event-reader.ts";
import {
  connectionFailure,
  type Failure,
  formatFailure,
  type ServerFacts,
  serverFailure,
} from "./failure.ts";
import { retryAfterOf } from "./retry.ts";

export interface AnswerRequest {
  server: ServerFacts;
  /** Aborted by the caller when it needs no more, by the answer when it falls silent. */
  connection: AbortController;
  /** JSON text. */
  body: string;
  idleMs: number;
  fetch: typeof fetch | undefined;
  now: () => number;
}

/** A model that runs nearby reads the whole prompt before its first byte. */
const FIRST_BYTE_FACTOR = 2.5;
/** Pings are all that comes while a long argument of a call is written: it is sent when it is complete. */
const PATIENCE_FACTOR = 10;

/** Sends the request through the SDK, and gives its raw events: no retries, no accumulation, no parsing. */
export async function openAnswer(asked: AnswerRequest): Promise<OpenAnswer | { failed: Failure }> {
  const { server, connection, body, idleMs } = asked;
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const { Stream } = await import("@anthropic-ai/sdk/streaming");
  const client = new Anthropic({
    apiKey: server.key,
    // Named, so that nothing of the environment or of another program's profile is used instead.
    authToken: null,
    baseURL: server.baseUrl,
    maxRetries: 0,
    logLevel: "off",
    ...(asked.fetch !== undefined && { fetch: asked.fetch }),
  });
  const sent = client.post("/v1/messages", {
    body,
    stream: true,
    signal: connection.signal,
    headers: { "content-type": "application/json" },
  });
  let response: Response;
  try {
    response = await headOf(sent.asResponse(), { connection, withinMs: idleMs * FIRST_BYTE_FACTOR });
  } catch (error) {
    return { failed: failureOfRequest(server, error, asked.now()) };
  }
  const type = response.headers.get("content-type") ?? "";
  if (/\b(html|json)\b/i.test(type)) return { failed: formatFailure(server, type.replace(/;.*/, "")) };
  return readEvents({
    ...asked,
    patienceMs: idleMs * PATIENCE_FACTOR,
    response,
    rawEvents: Stream.rawEvents,
  });
}

interface SdkError {
  status?: unknown;
  headers?: Headers;
  type?: unknown;
  apiMessage?: unknown;
  error?: unknown;
}

function failureOfRequest(server: ServerFacts, error: unknown, now: number): Failure {
  const { status, headers, type, apiMessage, error: body } = error as SdkError;
  if (typeof status !== "number") return connectionFailure(server, error);
  const header = (name: string): string | null => headers?.get(name) ?? null;
  const failed = serverFailure(server, {
    status,
    type: typeof type === "string" ? type : undefined,
    words: typeof apiMessage === "string" ? apiMessage : factsOfErrorBody(body).words,
    retryAfterMs: retryAfterOf(header, now),
  });
  return header("x-should-retry") === "false" ? { ...failed, retry: false } : failed;
}
