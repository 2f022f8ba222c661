import type { AssistantMessage, Block, Model, ModelEvent, ModelInfo, ModelRequest } from "../models/index.ts";
import { fixedTokens, messageTokens } from "../context/index.ts";
import { answer, say, type Step } from "./agent.fixture.ts";

/** How a model of a long talk behaves. */
export interface LongTalkOptions extends Partial<ModelInfo> {
  /** The answer to a request of the conversation, from 0. */
  reply?: (number: number, request: ModelRequest) => Step;
  /** The answer to a side query, from 0; a summary when left out. */
  side?: (number: number, request: ModelRequest) => Step;
  /** Refuse what is longer than this, as a server does that has a smaller window than it is thought to have. */
  realWindow?: number;
  /** Counts more tokens than are estimated. */
  factor?: number;
}

/** A model that counts tokens as a server does, and keeps the requests of the conversation apart from side queries. */
export function longTalkModel({
  reply,
  side,
  realWindow,
  factor = 1,
  ...info
}: LongTalkOptions): Model & { requests: ModelRequest[]; questions: ModelRequest[]; refused: number[] } {
  const requests: ModelRequest[] = [];
  const questions: ModelRequest[] = [];
  const refused: number[] = [];
  return {
    info: {
      id: "fake",
      provider: "fake",
      window: 200_000,
      maxOutput: 1_000,
      thinking: true,
      signedThinking: true,
      images: false,
      local: true,
      ...info,
    },
    requests,
    questions,
    refused,
    stream(request, options) {
      const asked = request.side === true ? questions : requests;
      const number = asked.length;
      asked.push(structuredClone(request));
      const tokens = Math.ceil((fixedTokens(request) + messageTokens(request.messages)) * factor);
      if (realWindow !== undefined && tokens > realWindow) {
        refused.push(tokens);
        return tooLong(realWindow);
      }
      const step = request.side === true ? side?.(number, request) : reply?.(number, request);
      return counted(
        (step ?? say(request.side === true ? `SUMMARY ${number}` : `answer ${number}`))(
          request,
          options?.signal,
        ),
        tokens,
      );
    },
  };
}

async function* tooLong(window: number): AsyncGenerator<ModelEvent> {
  yield { type: "error", failure: "too-long", message: `prompt is too long: > ${window} maximum`, window };
}

async function* counted(events: AsyncIterable<ModelEvent>, input: number): AsyncGenerator<ModelEvent> {
  for await (const event of events) {
    if (event.type !== "done") yield event;
    else yield { type: "done", message: withInput(event.message, input) };
  }
}

function withInput(message: AssistantMessage, input: number): AssistantMessage {
  return { ...message, usage: { input, output: messageTokens([message]), cacheRead: 0, cacheWrite: 0 } };
}

/** Words of about so many tokens. */
export const words = (tokens: number): string => "abc ".repeat(tokens);

/** An answer that thinks and then says so much. */
export const thinks = (tokens: number): Step =>
  answer([
    { type: "thinking", thinking: "hm", signature: "sig" },
    { type: "text", text: words(tokens) },
  ]);

/** An answer that calls a tool. */
export const calls = (id: string): Step =>
  answer([{ type: "tool_use", id, name: "Echo", input: { id } } as Block]);
