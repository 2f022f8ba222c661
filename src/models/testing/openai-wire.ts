import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A chunk: an object, or the `data` text itself where it is no JSON. */
export type WireChunk = Record<string, unknown> | string;

export interface ChatAnswer {
  /** 200 when absent; any other status is sent with `body`. */
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it stands. */
  body?: unknown;
  chunks?: readonly WireChunk[];
  /** Before the head is sent. */
  delayMs?: number;
  /** After the last chunk: `[DONE]` and a proper close, a close without it, a cut connection, or nothing more. */
  end?: "done" | "close" | "cut" | "hang";
  /** Bytes in odd pieces, CRLF, comments and unknown events between. */
  oddly?: boolean;
}

/** Speaks the wire format of chat completions, as well or as badly as it is told. */
export async function sendChat(response: ServerResponse, answer: ChatAnswer): Promise<void> {
  const { status = 200, end = "done" } = answer;
  if (answer.delayMs !== undefined) await pause(answer.delayMs, undefined, { ref: false });
  if (answer.body !== undefined || status !== 200) {
    const { body = {} } = answer;
    response.writeHead(status, { "content-type": "application/json", ...answer.headers });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    if (end === "hang") response.write(text);
    else response.end(text);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", ...answer.headers });
  response.flushHeaders();
  for (const chunk of [...(answer.chunks ?? []), ...(end === "done" ? ["[DONE]"] : [])]) {
    if (response.destroyed) return;
    await write(response, typeof chunk === "string" ? chunk : JSON.stringify(chunk), answer.oddly === true);
  }
  if (end === "hang") return;
  if (end === "cut") {
    // What was written has to reach the reader before the connection goes.
    await pause(20);
    response.destroy();
  } else response.end();
}

async function write(response: ServerResponse, data: string, oddly: boolean): Promise<void> {
  if (!oddly) return void response.write(`data: ${data}\n\n`);
  response.write(
    ": PROCESSING\r\n\r\nevent: ping\r\ndata:\r\n\r\ndata: ping\r\n\r\nid: 7\r\nretry: 10\r\n\r\n",
  );
  const bytes = Buffer.from(`data:${data}\r\n\r\n`);
  for (let at = 0; at < bytes.length; at += 7) {
    response.write(bytes.subarray(at, at + 7));
    if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

export interface ChatMessageParts {
  thinking?: string | undefined;
  /** Where the thinking is sent. */
  thinkingField?: "reasoning_content" | "reasoning";
  text?: string | undefined;
  calls?: readonly { id?: string; name: string; input: unknown }[] | undefined;
  finish?: string | null | undefined;
  usage?: { input?: number; output?: number } | undefined;
}

/** The chunks of a whole, well-behaved answer: everything in small deltas, calls with index and id. */
export function chatChunks(parts: ChatMessageParts): WireChunk[] {
  const { thinking = "", thinkingField = "reasoning_content", text = "", calls = [], usage } = parts;
  const finish = parts.finish === undefined ? (calls.length > 0 ? "tool_calls" : "stop") : parts.finish;
  return [
    delta({ role: "assistant", content: "" }),
    ...pieces(thinking).map((piece) => delta({ [thinkingField]: piece })),
    ...pieces(text).map((content) => delta({ content })),
    ...calls.flatMap(callChunks),
    ...(finish === null ? [] : [finished(finish)]),
    { object: "chat.completion.chunk", choices: [], usage: countsOf(usage) },
  ];
}

function callChunks(call: { id?: string; name: string; input: unknown }, index: number): WireChunk[] {
  const id = call.id ?? `call_from_server_${index}`;
  return [
    delta({ tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] }),
    ...pieces(JSON.stringify(call.input)).map((text) =>
      delta({ tool_calls: [{ index, function: { arguments: text } }] }),
    ),
  ];
}

/** A chunk with one delta. */
export function delta(fields: Record<string, unknown>): Record<string, unknown> {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: fields, finish_reason: null }] };
}

/** The chunk that names the end. */
export function finished(reason: string): Record<string, unknown> {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: reason }] };
}

function countsOf({ input = 1, output = 1 }: { input?: number; output?: number } = {}): unknown {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** Cut anywhere, amid a character too, as servers do. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,5}/g) ?? [];
}
