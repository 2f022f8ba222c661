import { recordOf } from "./openai-raw.ts";
import { type ServerAddress, serverAddress } from "./openai-address.ts";

/** Where Ollama listens unless told otherwise. */
export const localBaseUrl = "http://127.0.0.1:11434/v1";

export interface ListedModel {
  name: string;
  /** Tokens, where the server tells. */
  window?: number;
}

/** Models of a list that cannot talk. */
const NOT_FOR_CHAT = /embed|rerank|whisper|tts|moderation|transcribe|dall-e|^bge-|^nomic/i;

/**
 * The models a compatible server offers, in its order, those that cannot talk left out. Undefined when
 * nobody answers with such a list within `withinMs`.
 */
export async function listedModels(asked: {
  baseUrl: string;
  apiKey?: string | undefined;
  withinMs: number;
  fetch?: typeof fetch | undefined;
}): Promise<ListedModel[] | undefined> {
  const { apiKey, withinMs, fetch: send = fetch } = asked;
  const address = serverAddress(asked.baseUrl);
  const gaveUp = new AbortController();
  const timer = setTimeout(() => gaveUp.abort(), withinMs);
  try {
    const answer = send(address.models, { headers: headersOf(address, apiKey), signal: gaveUp.signal });
    const body = await Promise.race([answer.then(bodyOf), untilAborted(gaveUp.signal)]);
    return body === undefined ? undefined : modelsIn(body);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    gaveUp.abort();
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.ok ? response.json() : undefined;
}

/** Some `fetch`es take no notice of a signal. */
function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

function headersOf({ authorization }: ServerAddress, apiKey: string | undefined): Record<string, string> {
  const given = apiKey === undefined ? authorization : `Bearer ${apiKey}`;
  return { accept: "application/json", ...(given !== undefined && { authorization: given }) };
}

function modelsIn(body: unknown): ListedModel[] | undefined {
  const list = Array.isArray(body) ? body : (recordOf(body)?.["data"] ?? recordOf(body)?.["models"]);
  // Ollama with no model yet says null.
  if (!Array.isArray(list)) return recordOf(body)?.["object"] === "list" ? [] : undefined;
  return list.flatMap((entry) => {
    const model = recordOf(entry);
    const name = model?.["id"] ?? model?.["name"];
    if (typeof name !== "string" || name === "" || NOT_FOR_CHAT.test(name)) return [];
    // vLLM, OpenRouter, Groq.
    const windows = [model?.["max_model_len"], model?.["context_length"], model?.["context_window"]];
    const window = windows.find((count): count is number => typeof count === "number" && count > 0);
    return [{ name, ...(window !== undefined && { window }) }];
  });
}
