import type { GenerateTextResult, LanguageModel, LanguageModelUsage, ModelMessage, ToolSet } from "ai";
import { messageOf } from "../errors/index.ts";
import { isText } from "../models/index.ts";
import type {
  AssistantMessage,
  Model,
  ModelEvent,
  ModelFailure,
  ModelInfo,
  ModelRequest,
  Usage,
} from "../models/index.ts";

/** What daybook cannot read off a model of the AI SDK. */
export interface DaybookModelOptions {
  /** Tokens of its window; 128,000 when left out. */
  window?: number;
  /** It runs on this machine: it costs nothing, and recall asks it no questions by itself. */
  local?: boolean;
}

const USUAL_WINDOW = 128_000;

/**
 * A model of the AI SDK for `openDaybook`: it is asked for recall by meaning and for notes of finished turns, which
 * need no tools. It cannot hold a session of daybook's own agent: requests with tools end in an error.
 */
export function createDaybookModel(
  model: LanguageModel,
  { window = USUAL_WINDOW, local = false }: DaybookModelOptions = {},
): Model {
  const { provider, name } = nameOf(model);
  const info: ModelInfo = {
    id: `${provider}/${name}`,
    provider,
    window,
    maxOutput: Math.floor(window / 4),
    thinking: false,
    signedThinking: false,
    images: false,
    local,
  };
  return {
    info,
    async *stream(request, { signal } = {}) {
      yield await answer(request, { model, info, ...(signal === undefined ? {} : { signal }) });
    },
  };
}

function nameOf(model: LanguageModel): { provider: string; name: string } {
  // `openai.chat` and `anthropic.messages` are one provider's ways to be asked.
  if (typeof model !== "string") return { provider: model.provider.split(".")[0] ?? "", name: model.modelId };
  const [provider = "", ...rest] = model.split("/");
  return { provider, name: rest.join("/") };
}

interface Asked {
  model: LanguageModel;
  info: ModelInfo;
  signal?: AbortSignal;
}

async function answer(request: ModelRequest, asked: Asked): Promise<ModelEvent> {
  if (request.tools.length > 0) return { type: "error", failure: "bad-request", message: NO_TOOLS };
  try {
    const { generateText } = await import("ai");
    const result = await generateText({
      model: asked.model,
      system: request.system.map((content) => ({ role: "system", content })),
      messages: request.messages.map(messageFor),
      ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
      ...(asked.signal === undefined ? {} : { abortSignal: asked.signal }),
    });
    return { type: "done", message: answerOf(result, asked.info) };
  } catch (error) {
    const failure = asked.signal?.aborted === true ? "aborted" : failureOf(error);
    return { type: "error", failure, message: messageOf(error) };
  }
}

const NO_TOOLS =
  "A model of the AI SDK answers daybook's questions, but runs no session of its own: give createSession a model of openModel.";

function messageFor({ role, content }: ModelRequest["messages"][number]): ModelMessage {
  const text = content
    .filter(isText)
    .map((block) => block.text)
    .join("\n");
  return { role, content: text };
}

function answerOf(
  { text, usage, finishReason }: Pick<GenerateTextResult<ToolSet, never>, "text" | "usage" | "finishReason">,
  { id }: ModelInfo,
): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    model: id,
    stop:
      finishReason === "length" ? "max_tokens" : finishReason === "content-filter" ? "refusal" : "end_turn",
    usage: usageOf(usage),
  };
}

function usageOf({ inputTokens = 0, outputTokens = 0, inputTokenDetails }: LanguageModelUsage): Usage {
  const { cacheReadTokens: cacheRead = 0, cacheWriteTokens: cacheWrite = 0 } = inputTokenDetails;
  const input = inputTokenDetails.noCacheTokens ?? Math.max(0, inputTokens - cacheRead - cacheWrite);
  return { input, output: outputTokens, cacheRead, cacheWrite };
}

const failures: Readonly<Record<number, ModelFailure>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "unauthorized",
  404: "unknown-model",
  413: "too-long",
  429: "rate-limited",
  503: "overloaded",
  529: "overloaded",
};

// After its own tries the SDK throws an error that holds the last one.
function failureOf(error: unknown): ModelFailure {
  const { lastError, statusCode } = error as { lastError?: unknown; statusCode?: unknown };
  if (lastError !== undefined && lastError !== error) return failureOf(lastError);
  if (typeof statusCode === "number") return failures[statusCode] ?? "server";
  return error instanceof TypeError ? "unreachable" : "server";
}
