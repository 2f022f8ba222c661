import { LLMock } from "@copilotkit/aimock";
import { describe, expect, test } from "vitest";
import { createAnthropicModel } from "./anthropic.ts";
import { type ModelSituation, modelContract, type PreparedModel } from "./contract.ts";
import type { Block } from "./model.ts";
import type { ScriptTurn } from "./script.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  type WireAnswer,
  withoutCacheMarks,
} from "./testing/index.ts";

describe("the anthropic model keeps the contract with aimock", () => {
  modelContract({
    test,
    expect,
    prepare: preparedWithAimock,
    skip: {
      "unknown blocks": "aimock knows the blocks it can send",
      delay: "aimock paces only between chunks",
    },
  });
});

describe("the anthropic model keeps the contract with a server of odd manners", () => {
  modelContract({ test, expect, prepare: preparedWithOddServer });
});

async function preparedWithAimock({ turns, isBusy }: ModelSituation): Promise<PreparedModel> {
  const mock = new LLMock({ host: "127.0.0.1", port: 0, chunkSize: 9, latency: 1 });
  if (isBusy === true)
    mock.addFixture({
      match: { predicate: () => true },
      response: { error: { message: "slow down", type: "rate_limit_error" }, status: 429, retryAfter: 60 },
    });
  for (const [number, turn] of turns.entries())
    mock.addFixture({
      match: {
        predicate: ({ messages }) => messages.filter(({ role }) => role === "assistant").length === number,
      },
      response: aimockResponse(turn),
    });
  const baseUrl = await mock.start();
  return {
    model: createAnthropicModel({ model: "claude-test", apiKey: "none", baseUrl }),
    // It waits for idle connections, which nobody here needs to wait for.
    close: () => void mock.stop(),
  };
}

function aimockResponse({
  text,
  thinking,
  tools,
  usage,
  error,
  stop,
}: ScriptTurn): Parameters<LLMock["addFixture"]>[0]["response"] {
  if (error !== undefined)
    return {
      error: { message: error.message, type: "invalid_request_error" },
      ...(error.status !== undefined && { status: error.status }),
    };
  const common = {
    ...(thinking !== undefined && { reasoning: thinking }),
    ...(usage !== undefined && {
      usage: { input_tokens: usage.input ?? 0, output_tokens: usage.output ?? 0 },
    }),
    ...(stop === "max_tokens" && { finishReason: "length" }),
  };
  if (tools === undefined) return { ...common, content: text ?? "" };
  const toolCalls = tools.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }));
  return { ...common, content: text ?? "", toolCalls };
}

async function preparedWithOddServer({ turns, blocks, isBusy }: ModelSituation): Promise<PreparedModel> {
  const server = await startLoopback((request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string }[] };
    const turn = turns[messages.filter(({ role }) => role === "assistant").length];
    return sendAnswer(response, { oddly: true, ...wireAnswer({ turn, blocks, isBusy: isBusy === true }) });
  });
  return {
    model: createAnthropicModel({ model: "claude-test", apiKey: "none", baseUrl: `${server.url}/v1/` }),
    sentMessages: () => withoutCacheMarks(server.requests.at(-1)?.body ?? "{}")["messages"],
    close: server.close,
  };
}

function wireAnswer({
  turn,
  blocks,
  isBusy,
}: {
  turn: ScriptTurn | undefined;
  blocks: readonly Block[] | undefined;
  isBusy: boolean;
}): WireAnswer {
  if (isBusy)
    return { status: 529, headers: { "retry-after": "60" }, body: { error: { type: "overloaded_error" } } };
  if (blocks !== undefined) return { events: messageEvents({ blocks }) };
  if (turn?.error !== undefined)
    return {
      status: turn.error.status ?? 400,
      body: { type: "error", error: { type: "invalid_request_error", message: turn.error.message } },
    };
  const events = messageEvents({
    blocks: blocksOf(turn ?? {}),
    ...(turn?.stop !== undefined && { stop: turn.stop }),
    ...(turn?.usage !== undefined && { usage: turn.usage }),
  });
  return { events, ...(turn?.delayMs !== undefined && { delayMs: turn.delayMs }) };
}

function blocksOf({ thinking, text, tools = [] }: ScriptTurn): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "c2ln" }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...tools.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu_${index}`, name, input })),
  ];
}
