import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** A request over HTTP, and where its answer goes. */
export interface HttpExchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Has an exchange answered by what answers web requests. The SDK's adapter makes a body again of what was read and
 * parsed before, and hands on each answer as a stream; here requests have no body, and what is whole is sent whole.
 */
export async function answerExchange(
  { request, response }: HttpExchange,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  if (response.destroyed) left.abort();
  const answered = await answer(webRequest(request, left.signal));
  const isStream = answered.headers.get("content-type") === "text/event-stream";
  const text = isStream ? "" : await answered.text();
  if (left.signal.aborted) return;
  response.statusCode = answered.status;
  response.setHeaders(answered.headers);
  if (!isStream || answered.body === null) return void response.end(text);
  response.flushHeaders();
  // Ends in a fault where the client leaves, which is how most streams end.
  await pipeline(answered.body, response).catch(() => undefined);
}

function webRequest({ method = "POST", url = "/", headers }: IncomingMessage, signal: AbortSignal): Request {
  const known = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") known.set(name, value);
  return new Request(`http://127.0.0.1${url}`, { method, headers: known, signal });
}
