import { describe, expect, it } from "vitest";
import { type ModelEnvironment, type ModelWish, resolveModel } from "./resolve-model.ts";

const key = { anthropicApiKey: "sk-1" };

describe("which model answers", () => {
  it.each<[ModelWish, ModelEnvironment, string, number]>([
    [{}, key, "anthropic/claude-sonnet-5-5", 200_000],
    [{ model: " anthropic/claude-x " }, key, "anthropic/claude-x", 200_000],
    [{ model: "Anthropic/a/b", contextWindow: 1_000_000 }, key, "anthropic/a/b", 1_000_000],
    [{ model: "anthropic/local", baseUrl: "http://127.0.0.1:8080/v1/" }, {}, "anthropic/local", 200_000],
    [{ model: "anthropic/local" }, { anthropicBaseUrl: "http://127.0.0.1:8080" }, "anthropic/local", 200_000],
    [
      { script: { text: '{"turns":[]}', fileName: "a" }, model: "anthropic/x", contextWindow: 9000 },
      {},
      "scripted",
      9000,
    ],
  ])("%j with %j", (wish, environment, id, window) => {
    expect(resolveModel(wish, environment).info).toMatchObject({ id, window });
  });

  it.each<[ModelWish, ModelEnvironment, string]>([
    [
      {},
      {},
      "No model is set up. Set ANTHROPIC_API_KEY, or name a model with --model anthropic/NAME and a server with --base-url. `daybook demo` needs no key.",
    ],
    [
      {},
      { openaiApiKey: "x" },
      "No model is set up (OPENAI_API_KEY is set, but openai/ models are not built yet).",
    ],
    [
      { model: "anthropic/claude-x" },
      { anthropicApiKey: " " },
      "anthropic/claude-x needs a key. Set ANTHROPIC_API_KEY. `daybook demo` needs no key.",
    ],
    [
      { model: "openai/gpt" },
      key,
      "openai/gpt: openai/ models are not built yet. Use --model anthropic/NAME.",
    ],
    [
      { model: "claude-opus-5-5" },
      key,
      '"claude-opus-5-5" is no model daybook knows. Write provider and name, as in --model anthropic/claude-opus-5-5.',
    ],
    [{ model: "gpt" }, key, '"gpt" is no model daybook knows.'],
    [{ model: "anthropic/" }, key, '"anthropic/" is no model daybook knows.'],
    [{ model: "constructor/x" }, key, '"constructor/x" is no model daybook knows.'],
    [{ model: "scripted" }, key, "The scripted model needs its answers: --script FILE."],
    [{ model: "anthropic/x", baseUrl: "localhost:8080" }, key, '"localhost:8080" is no address of a server.'],
  ])("%j with %j is refused with what to do", (wish, environment, message) => {
    expect(() => resolveModel(wish, environment)).toThrow(
      expect.objectContaining({ code: "no-model", message: expect.stringContaining(message) }),
    );
  });
});
