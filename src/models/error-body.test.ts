import { describe, expect, it } from "vitest";
import { factsOfErrorBody } from "./error-body.ts";

describe("what a refusal's body says", () => {
  it.each<[string, unknown, ReturnType<typeof factsOfErrorBody>]>([
    [
      "OpenAI",
      {
        error: {
          message: "too long",
          type: "invalid_request_error",
          code: "context_length_exceeded",
          param: null,
        },
      },
      { words: "too long", type: "context_length_exceeded" },
    ],
    [
      "Anthropic",
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      { words: "Overloaded", type: "overloaded_error" },
    ],
    [
      "llama.cpp",
      {
        error: {
          code: 400,
          type: "exceed_context_size_error",
          message: "too big",
          n_prompt_tokens: 9,
          n_ctx: 8192,
        },
      },
      { words: "too big", type: "exceed_context_size_error", status: 400, window: 8192 },
    ],
    [
      "Ollama",
      { error: 'model "x" not found, try pulling it first' },
      { words: 'model "x" not found, try pulling it first' },
    ],
    [
      "older vLLM",
      { object: "error", message: "no such", type: "NotFoundError", param: null, code: 404 },
      { words: "no such", type: "NotFoundError", status: 404 },
    ],
    ["FastAPI", { detail: "Not Found" }, { words: "Not Found" }],
    [
      "FastAPI's findings",
      {
        detail: [{ loc: ["body", "messages", 0], msg: "field required", type: "value_error" }, { msg: "no" }],
      },
      { words: "body.messages.0: field required; no" },
    ],
    [
      "Gemini",
      [{ error: { code: 400, message: "bad", status: "INVALID_ARGUMENT" } }],
      { words: "bad", type: "INVALID_ARGUMENT", status: 400 },
    ],
    [
      "a router, with what is behind it",
      {
        error: {
          code: 502,
          message: "Provider returned error",
          metadata: { raw: '{"error":{"message":"context"}}' },
        },
      },
      { words: "Provider returned error: context", status: 502 },
    ],
    ["a message within a message", { error: { message: { message: "deep" } } }, { words: "deep" }],
    ["a text", "  upstream died\n", { words: "  upstream died\n" }],
    ["JSON as text", '{"message":"m"}', { words: "m" }],
    ["broken JSON", '{"message":', { words: '{"message":' }],
    ["a page", "\n<!doctype html><h1>502</h1>", { words: "" }],
    ["nothing", "", { words: "" }],
    ["null", null, { words: "" }],
    ["an empty list", [], { words: "" }],
    ["an object that says nothing", { ok: false }, { words: "" }],
  ])("%s", (_who, body, facts) => {
    expect(factsOfErrorBody(body)).toEqual(facts);
  });

  it("is read out of its text all the same", () => {
    const body = { error: { message: "m", code: 503, n_ctx: 9 } };
    expect(factsOfErrorBody(JSON.stringify(body))).toEqual(factsOfErrorBody(body));
  });
});
