import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** An event: an object, or the `data` text itself where its spelling matters. */
export type WireEvent = Record<string, unknown> | string;

export interface WireAnswer {
  /** 200 when absent; any other status is sent with `body` as JSON. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  events?: readonly WireEvent[];
  /** Before the head is sent. */
  delayMs?: number;
  /** After the last event: close properly, cut the connection, or say nothing more. */
  end?: "close" | "cut" | "hang";
  /** Bytes in odd pieces, CRLF, comments, pings and unknown events between. */
  oddly?: boolean;
}

/** Speaks the Anthropic wire format, as well or as badly as it is told. */
export async function sendAnswer(response: ServerResponse, answer: WireAnswer): Promise<void> {
  if (answer.delayMs !== undefined) await pause(answer.delayMs, undefined, { ref: false });
  if (answer.status !== undefined && answer.status !== 200) {
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", ...answer.headers });
  response.flushHeaders();
  const lineEnd = answer.oddly === true ? "\r\n" : "\n";
  for (const event of answer.events ?? []) {
    if (response.destroyed) return;
    const text = eventText(event, lineEnd);
    if (answer.oddly === true) await writeOddly(response, text);
    else response.write(text);
  }
  if (answer.end === "hang") return;
  if (answer.end === "cut") {
    // What was written has to reach the reader before the connection goes.
    await pause(20);
    response.destroy();
  } else response.end();
}

function eventText(event: WireEvent, lineEnd: string): string {
  const data = typeof event === "string" ? event : JSON.stringify(event);
  const type = (JSON.parse(data) as { type?: unknown }).type;
  return `event: ${String(type)}${lineEnd}data: ${data}${lineEnd}${lineEnd}`;
}

async function writeOddly(response: ServerResponse, text: string): Promise<void> {
  response.write(': a comment\r\n\r\nevent: ping\r\ndata: {"type": "ping"}\r\n\r\n');
  response.write('event: from_the_future\r\ndata: {"type":"from_the_future","index":0}\r\n\r\n');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) {
    response.write(bytes.subarray(at, at + 7));
    if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

export interface WireMessage {
  blocks: readonly Record<string, unknown>[];
  stop?: string | null;
  usage?: { input?: number; output?: number };
}

/** The events of a whole, well-behaved answer: texts, thinking and arguments in small deltas. */
export function messageEvents({ blocks, stop, usage = {} }: WireMessage): WireEvent[] {
  const hasCall = blocks.some(({ type }) => type === "tool_use");
  return [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        content: [],
        usage: { input_tokens: usage.input ?? 1, output_tokens: 1 },
      },
    },
    ...blocks.flatMap(blockEvents),
    {
      type: "message_delta",
      delta: {
        stop_reason: stop === undefined ? (hasCall ? "tool_use" : "end_turn") : stop,
        stop_sequence: null,
      },
      usage: { output_tokens: usage.output ?? 1 },
    },
    { type: "message_stop" },
  ];
}

function blockEvents(block: Record<string, unknown>, index: number): WireEvent[] {
  const { start, deltas } = inDeltas(block);
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function inDeltas(block: Record<string, unknown>): {
  start: Record<string, unknown>;
  deltas: Record<string, unknown>[];
} {
  if (block["type"] === "text")
    return {
      start: { ...block, text: "" },
      deltas: pieces(String(block["text"])).map((text) => ({ type: "text_delta", text })),
    };
  if (block["type"] === "thinking")
    return {
      start: { ...block, thinking: "", signature: "" },
      deltas: [
        ...pieces(String(block["thinking"])).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: block["signature"] ?? "" },
      ],
    };
  if (block["type"] === "tool_use")
    return {
      start: { ...block, input: {} },
      deltas: pieces(JSON.stringify(block["input"])).map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      })),
    };
  return { start: block, deltas: [] };
}

/** Cut anywhere, amid a character too, as providers do. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,5}/g) ?? [];
}
