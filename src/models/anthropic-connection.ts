import {
  connectionFailure,
  cutFailure,
  type Failure,
  formatFailure,
  type ServerFacts,
  serverFailure,
} from "./failure.ts";
import { retryAfterOf } from "./retry.ts";

/** An answer whose head has come. */
export interface OpenAnswer {
  /** The JSON data of the next event, or why there is none. */
  next(): Promise<{ data: string } | { failed: Failure }>;
  /** Reads past the answer's end, so that the connection can serve the next request. Never takes long. */
  drain(): Promise<void>;
}

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
const DRAIN_MS = 50;

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
    timeout: Math.ceil(idleMs * FIRST_BYTE_FACTOR),
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
    response = await unlessAborted(sent.asResponse(), connection.signal);
  } catch (error) {
    return { failed: failureOfRequest(server, error, asked.now()) };
  }
  const type = response.headers.get("content-type") ?? "";
  if (/\b(html|json)\b/i.test(type)) return { failed: formatFailure(server, type.replace(/;.*/, "")) };
  return readEvents({ ...asked, response, rawEvents: Stream.rawEvents });
}

type RawEvents = (response: Response, controller: AbortController) => AsyncIterator<{ data: string }>;

/** Hangs up when not a byte comes for `idleMs` while someone waits for one. */
function readEvents(asked: AnswerRequest & { response: Response; rawEvents: RawEvents }): OpenAnswer {
  const { response, connection, server, idleMs } = asked;
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;
  // Bytes, not events: comments keep a connection alive, and one event may take long to come.
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      timer?.refresh();
      controller.enqueue(chunk);
    },
  });
  const events = asked.rawEvents(new Response(response.body?.pipeThrough(heard) ?? null), connection);
  const read = (): Promise<IteratorResult<{ data: string }>> =>
    unlessAborted(events.next(), connection.signal);
  const giveUp = (): void => {
    isSilent = true;
    connection.abort();
  };
  return {
    async next() {
      timer = setTimeout(giveUp, idleMs);
      try {
        for (;;) {
          const { done, value } = await read();
          if (done === true) return { failed: cutFailure(server) };
          if (value.data !== "") return { data: value.data };
        }
      } catch {
        return { failed: cutFailure(server, isSilent ? idleMs : undefined) };
      } finally {
        clearTimeout(timer);
      }
    },
    async drain() {
      timer = setTimeout(giveUp, DRAIN_MS);
      try {
        while ((await read()).done !== true);
      } catch {
        // The answer is whole; how its connection ends does not matter.
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The promise's outcome, or a rejection as soon as the signal aborts: some `fetch`es take no notice of it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException("The connection was closed.", "AbortError"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
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
    words: typeof apiMessage === "string" ? apiMessage : wordsOfBody(body),
    retryAfterMs: retryAfterOf(header, now),
  });
  return header("x-should-retry") === "false" ? { ...failed, retry: false } : failed;
}

/** What a server in another style said; a page of HTML helps nobody. */
function wordsOfBody(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const { message, error } = body as { message?: unknown; error?: unknown };
  if (typeof message === "string") return message;
  return typeof error === "string" ? error : "";
}
