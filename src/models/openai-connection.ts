import { factsOfErrorBody } from "./error-body.ts";
import { headOf, type OpenAnswer, readEvents } from "./event-reader.ts";
import {
  connectionFailure,
  type Failure,
  formatFailure,
  type ServerFacts,
  serverFailure,
} from "./failure.ts";
import type { ServerAddress } from "./openai-address.ts";
import { DONE } from "./openai-chunks.ts";
import { peekBody } from "./peek-body.ts";
import { retryAfterOf } from "./retry.ts";

export interface ChatRequest {
  server: ServerFacts;
  address: ServerAddress;
  /** Aborted by the caller when it needs no more, by the answer when it falls silent. */
  connection: AbortController;
  /** JSON text. */
  body: string;
  idleMs: number;
  fetch: typeof fetch | undefined;
  now: () => number;
}

/** A refusal in the server's own words, from which the dialect may learn. */
export interface RefusedChat {
  failed: Failure;
  words: string;
}

interface Refusal {
  response: Response;
  text: string;
}

/** Of a refusal's body; a page behind it may be of any length. */
const MOST_ERROR_BYTES = 65_536;

/** Sends the request through the SDK, and gives the data of its raw events: no retries, no accumulation, no parsing. */
export async function openChat(asked: ChatRequest): Promise<OpenAnswer | RefusedChat> {
  const { server, address, connection, body, idleMs } = asked;
  const { OpenAI } = await import("openai");
  const { _iterSSEMessages } = await import("openai/streaming");
  const send = asked.fetch ?? fetch;
  let refusal: Refusal | undefined;
  const client = new OpenAI({
    apiKey: server.key === "" ? "none" : server.key,
    // Named, so that nothing of the environment is used instead.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: address.baseUrl,
    maxRetries: 0,
    logLevel: "off",
    fetch: async (url, init) => {
      // The SDK's own headers tell about this machine, and those of the environment belong to another server.
      const response = await send(url, { ...init, headers: headersOf(server, address) });
      if (response.ok) return response;
      // Read here: the SDK keeps nothing of an error that is not in OpenAI's form.
      refusal = { response, text: await beginningOf(response) };
      throw new Error("refused");
    },
  });
  const sent = client.post(address.chat, {
    body,
    stream: true,
    signal: connection.signal,
    headers: { "content-type": "application/json" },
  });
  let response: Response;
  try {
    response = await headOf(sent.asResponse(), { connection, withinMs: idleMs });
  } catch (error) {
    return refusal === undefined
      ? { failed: connectionFailure(server, error), words: "" }
      : refused(server, refusal, asked.now());
  }
  const type = response.headers.get("content-type") ?? "";
  if (/\bhtml\b/i.test(type)) return { failed: formatFailure(server, "a page of HTML"), words: "" };
  return readEvents({
    server,
    connection,
    response,
    rawEvents: (heard) => eventsOf(heard, (events) => _iterSSEMessages(events, connection)),
    idleMs,
    // Silence and signs of life are borne equally long.
    patienceMs: idleMs,
  });
}

/** The events of a stream; a server that does not stream answers with one JSON text. */
async function* eventsOf(
  { body }: Response,
  read: (response: Response) => AsyncGenerator<{ data: string }>,
): AsyncGenerator<{ data: string }> {
  if (body === null) return;
  const peeked = await peekBody(body);
  const response = new Response(peeked.body);
  if (peeked.first !== "{" && peeked.first !== "[") return yield* read(response);
  yield { data: await response.text() };
  yield { data: DONE };
}

function headersOf({ key }: ServerFacts, { authorization }: ServerAddress): Record<string, string> {
  const given = key === "" ? authorization : `Bearer ${key}`;
  return {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    "user-agent": "daybook",
    ...(given !== undefined && { authorization: given }),
  };
}

function refused(server: ServerFacts, { response, text }: Refusal, now: number): RefusedChat {
  const facts = factsOfErrorBody(text);
  const header = (name: string): string | null => response.headers.get(name);
  const failed = serverFailure(server, {
    ...facts,
    status: response.status,
    retryAfterMs: retryAfterOf(header, now),
  });
  const isFinal = header("x-should-retry") === "false";
  return { failed: isFinal ? { ...failed, retry: false } : failed, words: facts.words };
}

async function beginningOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MOST_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
