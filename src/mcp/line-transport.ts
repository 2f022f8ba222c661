import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { Host } from "../app/index.ts";
import { parseJson } from "./json-text.ts";
import { createLineReader, type ReadLine } from "./line-reader.ts";

/** JSON-RPC over standard input and output, a message a line. */
export interface LineTransport {
  transport: Transport;
  /** Resolves when the connection has ended, from either side. */
  ended: Promise<void>;
}

const parseError = -32700;
const invalidRequest = -32600;
/** Answered only when the connection ends. */
const endless = "subscriptions/listen";

/**
 * What is no message is answered as JSON-RPC wants it, and the connection goes on. When the client sends nothing more,
 * what it asked for is still answered; then the connection ends.
 */
export function createLineTransport(
  { stdin, stdout }: Pick<Host, "stdin" | "stdout">,
  { lineBytes }: { lineBytes: number },
): LineTransport {
  const unanswered = new Set<string | number>();
  const reader = createLineReader(lineBytes);
  let isClosed = false;
  let isInputOver = false;
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  const transport: Transport = {
    async start() {
      stdin.on("data", read);
      stdin.on("end", finish);
      stdin.on("close", finish);
      stdin.on("error", finish);
      stdout.on("error", close);
    },
    send: async (message) => write(message),
    close: async () => close(),
  };

  function read(chunk: string | Buffer): void {
    for (const line of reader.add(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) take(line);
  }

  function take(line: ReadLine): void {
    if (isClosed) return;
    if (!line.ok) return refuse(parseError, line.problem);
    if (line.text.trim() === "") return;
    const parsed = parseLine(line.text);
    if (!parsed.ok) return refuse(parsed.code, parsed.problem, parsed.id);
    note(parsed.message);
    transport.onmessage?.(parsed.message);
  }

  /** Remembers what is to be answered; a request that its client cancelled is not. */
  function note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) {
      if (message.method !== endless) unanswered.add(message.id);
    } else if (message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") unanswered.delete(id);
    }
  }

  function refuse(code: number, message: string, id: string | number | null = null): void {
    send({ jsonrpc: "2.0", id, error: { code, message } });
  }

  function write(message: JSONRPCMessage): void {
    send(message);
    if ("method" in message || !("id" in message) || message.id === undefined) return;
    unanswered.delete(message.id);
    if (isInputOver && unanswered.size === 0) close();
  }

  function send(message: unknown): void {
    if (!isClosed) stdout.write(`${JSON.stringify(message)}\n`);
  }

  function finish(): void {
    if (isInputOver) return;
    for (const line of reader.end()) take(line);
    isInputOver = true;
    if (unanswered.size === 0) close();
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    stdin.off("data", read);
    stdin.pause();
    transport.onclose?.();
    end?.();
  }

  return { transport, ended };
}

type ParsedLine =
  | { ok: true; message: JSONRPCMessage }
  | { ok: false; code: number; problem: string; id: string | number | null };

function parseLine(text: string): ParsedLine {
  const parsed = parseJson(text);
  if (!parsed.ok)
    return { ok: false, code: parseError, problem: `This line is ${parsed.problem}.`, id: null };
  const { value } = parsed;
  try {
    return { ok: true, message: parseJSONRPCMessage(value) };
  } catch {
    const problem = "This line is no JSON-RPC message: one object with jsonrpc, method and id is.";
    return { ok: false, code: invalidRequest, problem, id: idOf(value) };
  }
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
