import { LLMock } from "@copilotkit/aimock";
import { describe, expect, test } from "vitest";
import { type ModelSituation, modelContract, type PreparedModel } from "./contract.ts";
import { createOpenaiModel } from "./openai.ts";
import type { ScriptTurn } from "./script.ts";
import { startLoopback } from "./testing/loopback.ts";
import { type ChatAnswer, chatChunks, sendChat } from "./testing/openai-wire.ts";

const noOtherBlocks = "a chat message holds text, reasoning and calls; nothing else can come";

describe("the openai model keeps the contract with aimock", () => {
  modelContract({
    test,
    expect,
    prepare: preparedWithAimock,
    skip: { "unknown blocks": noOtherBlocks, delay: "aimock paces only between chunks" },
  });
});

describe("the openai model keeps the contract with a server of odd manners", () => {
  modelContract({ test, expect, prepare: preparedWithOddServer, skip: { "unknown blocks": noOtherBlocks } });
});

describe("the openai model keeps the contract with a server that does not stream", () => {
  modelContract({
    test,
    expect,
    prepare: preparedWithPlainServer,
    skip: { "unknown blocks": noOtherBlocks },
  });
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
    model: createOpenaiModel({ model: "test", baseUrl }),
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
  const { input = 0, output = 0 } = usage ?? {};
  const common = {
    ...(thinking !== undefined && { reasoning: thinking }),
    ...(usage !== undefined && { usage: { prompt_tokens: input, completion_tokens: output } }),
    ...(stop === "max_tokens" && { finishReason: "length" }),
  };
  if (tools === undefined) return { ...common, content: text ?? "" };
  const toolCalls = tools.map(({ name, input: given }) => ({ name, arguments: JSON.stringify(given) }));
  return { ...common, content: text ?? "", toolCalls };
}

type Answering = (turn: ScriptTurn) => ChatAnswer;

async function prepared({ turns, isBusy }: ModelSituation, answering: Answering): Promise<PreparedModel> {
  const server = await startLoopback((request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string }[] };
    const turn = turns[messages.filter(({ role }) => role === "assistant").length] ?? {};
    const busy: ChatAnswer = { status: 503, headers: { "retry-after": "60" }, body: "no slot" };
    return sendChat(response, isBusy === true ? busy : { ...answering(turn), ...failing(turn) });
  });
  return { model: createOpenaiModel({ model: "test", baseUrl: `${server.url}/v1/` }), close: server.close };
}

function failing({ error, delayMs }: ScriptTurn): ChatAnswer {
  return {
    ...(delayMs !== undefined && { delayMs }),
    ...(error !== undefined && { status: error.status ?? 400, body: { detail: error.message } }),
  };
}

function preparedWithOddServer(situation: ModelSituation): Promise<PreparedModel> {
  return prepared(situation, ({ thinking, text, tools, usage, stop }) => ({
    oddly: true,
    chunks: chatChunks({
      thinking,
      text,
      calls: tools,
      usage,
      ...(stop === "max_tokens" && { finish: "length" }),
    }),
  }));
}

function preparedWithPlainServer(situation: ModelSituation): Promise<PreparedModel> {
  return prepared(situation, ({ thinking, text, tools = [], usage, stop }) => ({
    body: {
      choices: [
        {
          message: {
            role: "assistant",
            content: text ?? null,
            ...(thinking !== undefined && { reasoning_content: thinking }),
            tool_calls: tools.map(({ name, input }) => ({
              id: "",
              type: "function",
              function: { name, arguments: input },
            })),
          },
          finish_reason: stop === "max_tokens" ? "length" : "stop",
        },
      ],
      usage: { prompt_tokens: usage?.input ?? 0, completion_tokens: usage?.output ?? 0 },
    },
  }));
}
