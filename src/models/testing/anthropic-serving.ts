import { type AnthropicOptions, createAnthropicModel } from "../anthropic.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { messageEvents, sendAnswer, type WireAnswer } from "./anthropic-wire.ts";
import { type CapturedRequest, type Loopback, startLoopback } from "./loopback.ts";

/** A key that no sentence may show. */
export const KEY = "sk-test-0123456789";
const closers: (() => unknown)[] = [];

/** For after a test: runs what `closing` was given. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

/** Has something closed after the test. */
export function closing(close: () => unknown): void {
  closers.push(close);
}

/** A server that gives these answers in turn, the last one for ever, and a model in front of it. */
export async function serving(
  answers: readonly WireAnswer[],
  options: Partial<AnthropicOptions> = {},
): Promise<{ model: Model; server: Loopback; waits: number[] }> {
  const server = await startLoopback((_request, response, number) =>
    sendAnswer(response, answers[Math.min(number, answers.length - 1)] ?? {}),
  );
  closing(server.close);
  const waits: number[] = [];
  const model = createAnthropicModel({
    model: "claude-test",
    apiKey: KEY,
    baseUrl: server.url,
    random: () => 0.5,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { model, server, waits };
}

/** A request of one prompt. */
export const ask: ModelRequest = {
  system: ["You are tested."],
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

/** A whole answer. */
export function answered(text: string): WireAnswer {
  return { events: messageEvents({ blocks: [{ type: "text", text }] }) };
}

/** A refusal in the form of the Messages API. */
export function refused(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): WireAnswer {
  return { status, headers, body: { type: "error", error: { type, message } } };
}

/** The types of the events, in order. */
export function kinds(events: readonly ModelEvent[]): string[] {
  return events.map(({ type }) => type);
}

/** The messages of a request as text, cache marks left out. */
export function sentMessages(request: CapturedRequest | undefined): string {
  const messages = /"messages":(.*)\}$/s.exec(request?.body ?? "")?.[1] ?? "";
  return messages.replaceAll(',"cache_control":{"type":"ephemeral"}', "");
}
