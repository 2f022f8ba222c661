import { describe, expect, it } from "vitest";
import { type ModelEnvironment, type ModelWish, resolveModel } from "./resolve-model.ts";

const key = { anthropicApiKey: "sk-1" };
const both = { ...key, openaiApiKey: "sk-2" };

/** Answers requests for lists of models by their address; everything else is refused like a closed port. */
function serversWith(lists: Record<string, unknown>): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(String(url));
      const list = lists[String(url)];
      if (list === undefined) throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
      return Response.json(list);
    },
  };
}

const LOCAL = "http://127.0.0.1:11434/v1/models";
const ollama = serversWith({
  [LOCAL]: {
    object: "list",
    data: [{ id: "nomic-embed-text" }, { id: "qwen3:8b" }, { id: "llama3.2:latest" }],
  },
}).fetch;
const nobody = serversWith({}).fetch;

describe("which model answers", () => {
  it.each<[ModelWish, ModelEnvironment, string, number]>([
    [{}, both, "anthropic/claude-sonnet-5-5", 200_000],
    [{ model: " anthropic/claude-x " }, both, "anthropic/claude-x", 200_000],
    [{ model: "Anthropic/a/b", contextWindow: 1_000_000 }, key, "anthropic/a/b", 1_000_000],
    [{ model: "anthropic/local", baseUrl: "http://127.0.0.1:8080/v1/" }, {}, "anthropic/local", 200_000],
    [{ model: "anthropic/local" }, { anthropicBaseUrl: "http://127.0.0.1:8080" }, "anthropic/local", 200_000],
    [
      { script: { text: '{"turns":[]}', fileName: "a" }, model: "anthropic/x", contextWindow: 9000 },
      {},
      "scripted",
      9000,
    ],
    [{}, { openaiApiKey: "sk-2" }, "openai/gpt-5.4", 400_000],
    [{ model: "openai/gpt-4o-mini" }, both, "openai/gpt-4o-mini", 128_000],
    [{ model: "openai/x" }, { openaiBaseUrl: "https://models.example/api/v1" }, "openai/x", 128_000],
    [{ model: "openai/x", baseUrl: "http://localhost:8000" }, key, "openai/x", 32_768],
    [{ model: "qwen/qwen3", baseUrl: "https://models.example/v1" }, both, "qwen/qwen3", 128_000],
    [{ model: "qwen/qwen3" }, { openaiBaseUrl: "http://[::1]:8000/v1" }, "qwen/qwen3", 32_768],
    [{ model: "claude-x", baseUrl: "https://models.example/v1" }, key, "claude-x", 128_000],
  ])("%j with %j", async (wish, environment, id, window) => {
    const model = await resolveModel(wish, { fetch: nobody, ...environment });
    expect(model.info).toMatchObject({ id, window });
  });

  it.each<[ModelWish, ModelEnvironment, string]>([
    [
      {},
      {},
      "No model is set up. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, start a server on 127.0.0.1:11434 (Ollama), or name a model with --model and its server with --base-url. `daybook demo` needs no key.",
    ],
    [
      { model: "anthropic/claude-x" },
      { anthropicApiKey: " " },
      "anthropic/claude-x needs a key. Set ANTHROPIC_API_KEY. `daybook demo` needs no key.",
    ],
    [
      { model: "openai/gpt" },
      key,
      "openai/gpt needs a key. Set OPENAI_API_KEY, or name another server with --base-url. `daybook demo` needs no key.",
    ],
    [
      { model: "claude-opus-5-5" },
      { ...key, openaiBaseUrl: "https://models.example" },
      '"claude-opus-5-5" is no model daybook knows. Write provider and name, as in --model anthropic/claude-opus-5-5.',
    ],
    [{ model: "gpt-5.4" }, key, "Write provider and name, as in --model openai/gpt-5.4."],
    [{ model: "gpt" }, key, '"gpt" is no model daybook knows.'],
    [{ model: "anthropic/" }, key, '"anthropic/" is no model daybook knows.'],
    [{ model: "constructor/x" }, key, '"constructor/x" is no model daybook knows.'],
    [{ model: "scripted" }, key, "The scripted model needs its answers: --script FILE."],
    [
      { model: "anthropic/x", baseUrl: "localhost:8080" },
      key,
      '"localhost:8080" is no address of a server. Write the base URL as in',
    ],
    [
      { model: "openai/x" },
      { openaiBaseUrl: "nowhere" },
      '"nowhere" is no address of a server. Write OPENAI_BASE_URL',
    ],
    [
      { baseUrl: "http://127.0.0.1:1" },
      {},
      "127.0.0.1:1 does not say which models it has. Name one with --model",
    ],
  ])("%j with %j is refused with what to do", async (wish, environment, message) => {
    await expect(resolveModel(wish, { fetch: nobody, ...environment })).rejects.toMatchObject({
      code: "no-model",
      message: expect.stringContaining(message),
    });
  });

  it("does not mind a wrong address of a provider that is not asked", async () => {
    const environment = { ...both, anthropicBaseUrl: "nowhere" };
    expect((await resolveModel({ model: "openai/x" }, environment)).info.id).toBe("openai/x");
  });
});

describe("a server on this machine", () => {
  it("is found when nothing else is set, and gives its first model that can talk", async () => {
    const model = await resolveModel({}, { fetch: ollama });
    expect(model.info).toMatchObject({ id: "qwen3:8b", window: 32_768, local: true, provider: "openai" });
  });

  it("is not asked when there is a key", async () => {
    const { fetch, asked } = serversWith({});
    await resolveModel({}, { fetch, ...key });
    await resolveModel({}, { fetch, openaiApiKey: "sk-2" });
    expect(asked).toEqual([]);
  });

  it.each([
    ["qwen3:8b", "qwen3:8b"],
    ["llama3.2", "llama3.2:latest"],
  ])("knows %s by its own name", async (model, id) => {
    expect((await resolveModel({ model }, { fetch: ollama, ...key })).info.id).toBe(id);
  });

  it("is named with what it has, when it does not have the model", async () => {
    await expect(resolveModel({ model: "mistral" }, { fetch: ollama })).rejects.toThrow(
      '"mistral" is no model daybook knows. Write provider and name, as in --model anthropic/claude-sonnet-5-5, or one of 127.0.0.1:11434: qwen3:8b, llama3.2:latest.',
    );
  });

  it("without models says how to get one", async () => {
    const { fetch } = serversWith({ [LOCAL]: { object: "list", data: null } });
    await expect(resolveModel({}, { fetch })).rejects.toThrow("has no model yet. Fetch one there");
  });

  it("that never answers is not waited for", async () => {
    const silent: typeof fetch = () => new Promise(() => {});
    await expect(resolveModel({}, { fetch: silent })).rejects.toThrow("No model is set up.");
  });

  it("gives the first model of the address it was asked for, whatever keys there are", async () => {
    const { fetch } = serversWith({
      "http://127.0.0.1:8080/v1/models": { data: [{ id: "org/a", max_model_len: 9000 }, { id: "b" }] },
    });
    const model = await resolveModel({ baseUrl: "http://127.0.0.1:8080" }, { fetch, ...both });
    expect(model.info).toMatchObject({ id: "org/a", local: true, window: 9000 });
  });

  it("that lists no models is taken for what the keys say", async () => {
    const wish = { baseUrl: "http://127.0.0.1:8080" };
    expect((await resolveModel(wish, { fetch: nobody, ...both })).info.provider).toBe("anthropic");
    const openai = await resolveModel(wish, { fetch: nobody, openaiApiKey: "x" });
    expect(openai.info).toMatchObject({ id: "openai/gpt-5.4", local: true });
  });
});
