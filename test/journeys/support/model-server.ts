import {
  messageEvents,
  sendAnswer,
  startLoopback,
  type WireAnswer,
} from "../../../src/models/testing/index.ts";
import { refusedStrictly } from "../../support/strict-server.ts";

/** A block of a request. */
export interface SentBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  content?: string | SentBlock[];
  is_error?: boolean;
}

/** What was asked of the server. */
export interface SentRequest {
  model: string;
  system: SentBlock[];
  tools: { name: string }[];
  messages: { role: "user" | "assistant"; content: SentBlock[] }[];
}

/** A server that speaks Anthropic's protocol, and what leads daybook to it. */
export interface ModelServer {
  flags: string[];
  env: Record<string, string>;
  /** Oldest first, as they came. */
  bodies(): string[];
  /** The same, read. */
  sent(): SentRequest[];
  /** One of them; fails when it was never asked. */
  request(number: number): SentRequest;
  /** Answers that come after those that were given. */
  queue(...answers: readonly WireAnswer[]): void;
  close(): Promise<void>;
}

/**
 * A server that gives these answers in turn; what breaks a rule of the protocol it refuses with the provider's words.
 * Side queries are no part of the conversation: they get an empty choice and are not told of.
 */
export async function startModelServer(...answers: readonly WireAnswer[]): Promise<ModelServer> {
  const waiting = [...answers];
  const server = await startLoopback(async (request, response) => {
    if (refusedStrictly(request, response)) return;
    if (isSideQuery(request)) return sendAnswer(response, says('{"selected_memories": []}'));
    await sendAnswer(response, waiting.shift() ?? { status: 500, body: "no more answers" });
  });
  const bodies = (): string[] =>
    server.requests.filter((request) => !isSideQuery(request)).map(({ body }) => body);
  const sent = (): SentRequest[] => bodies().map((body) => JSON.parse(body) as SentRequest);
  return {
    flags: ["--base-url", server.url, "--model", "anthropic/claude-test"],
    env: { ANTHROPIC_API_KEY: "key-of-a-test" },
    bodies,
    sent,
    request(number) {
      const request = sent()[number];
      if (request === undefined) throw new Error(`There were only ${sent().length} requests.`);
      return request;
    },
    queue: (...more) => void waiting.push(...more),
    close: () => server.close(),
  };
}

// What is asked in a conversation carries the tools.
function isSideQuery({ body }: { body: string }): boolean {
  return ((JSON.parse(body) as Partial<SentRequest>).tools ?? []).length === 0;
}

/** An answer in words. */
export function says(text: string): WireAnswer {
  return { events: messageEvents({ blocks: [{ type: "text", text }] }) };
}

/** An answer that calls one tool. */
export function calls(name: string, input: unknown, id = "toolu_1"): WireAnswer {
  return {
    events: messageEvents({
      blocks: [
        { type: "text", text: "I will look." },
        { type: "tool_use", id, name, input },
      ],
    }),
  };
}

/** All texts of a message, one behind the other; of none nothing. */
export function wordsOf(message: SentRequest["messages"][number] | undefined): string {
  return (message?.content ?? [])
    .flatMap((block) => [block.text ?? "", typeof block.content === "string" ? block.content : ""])
    .join("\n");
}
