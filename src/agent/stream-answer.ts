import { messageOf } from "../errors/index.ts";
import {
  textOf,
  type AssistantMessage,
  type Model,
  type ModelFailure,
  type ModelRequest,
} from "../models/index.ts";
import type { AgentEvent } from "./events.ts";

/** How one request ended. */
export type StreamedAnswer =
  | { done: true; message: AssistantMessage }
  | {
      done: false;
      failure: ModelFailure;
      message: string;
      /** With `too-long`: tokens of the window as the server counts them. */
      window?: number;
      /** What had been shown. */
      partialText: string;
    };

/** Makes one request, passes its deltas on, and returns how it ended. Never throws. */
export async function* streamAnswer(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, StreamedAnswer> {
  let shown = "";
  try {
    for await (const event of model.stream(request, { signal })) {
      switch (event.type) {
        case "text-delta":
          shown += event.text;
          yield event;
          break;
        case "thinking-delta":
        case "retry":
          yield event;
          break;
        case "tool-call-start":
          break;
        case "done":
          return { done: true, message: event.message };
        case "error": {
          const partialText = event.partial === undefined ? shown : textOf({ content: event.partial });
          const { failure, message, window } = event;
          return { done: false, failure, message, partialText, ...(window === undefined ? {} : { window }) };
        }
      }
    }
  } catch (error) {
    return { done: false, failure: "server", message: messageOf(error), partialText: shown };
  }
  const message = "The model's answer broke off without an end. Try again.";
  return { done: false, failure: "cut-stream", message, partialText: shown };
}
