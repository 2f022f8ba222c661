import { DaybookError } from "../errors/index.ts";
import { createAnthropicModel } from "./anthropic.ts";
import { defaultAnthropicModel } from "./anthropic-models.ts";
import { type ListedModel, listedModels, localBaseUrl } from "./listed-models.ts";
import type { Model } from "./model.ts";
import { createOpenaiModel, type OpenaiOptions } from "./openai.ts";
import { defaultOpenaiModel } from "./openai-models.ts";
import { parseScript } from "./script.ts";
import { createScriptedModel } from "./scripted.ts";

/** What the person asked for: flags first, then settings. */
export interface ModelWish {
  /** `provider/name`; with a server of one's own, or one on 127.0.0.1:11434, also the name alone. */
  model?: string | undefined;
  baseUrl?: string | undefined;
  /** A script file's text and what to call it; it answers whatever `model` says. */
  script?: { text: string; fileName: string } | undefined;
  /** Tokens, where the person knows better than the table. */
  contextWindow?: number | undefined;
  /** A server that sends nothing for so long is given up; a minute when absent. */
  silenceMs?: number | undefined;
}

/** What the environment offers. */
export interface ModelEnvironment {
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/** Wish and environment with blanks taken for nothing and addresses checked. */
interface Asked {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly window: number | undefined;
  readonly silenceMs: number | undefined;
  readonly anthropicKey: string | undefined;
  readonly anthropicBaseUrl: string | undefined;
  readonly openaiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly fetch: typeof fetch | undefined;
}

/** One entry a provider: an adapter that is added here is reachable. */
const PROVIDERS: Record<string, (asked: Asked, name: string) => Model> = {
  anthropic: anthropicModel,
  openai: openaiModel,
};

const NO_KEY_NEEDED = "`daybook demo` needs no key.";
/** On this machine a server that runs answers at once. */
const LOCAL_PROBE_MS = 1_500;
const LIST_MS = 10_000;

/**
 * The model that answers: the script, the wish, what there is a key for, then a server on 127.0.0.1:11434.
 * Fails with `no-model`, saying what to set, or `invalid` for a broken script.
 */
export async function resolveModel(wish: ModelWish, environment: ModelEnvironment): Promise<Model> {
  const window = wish.contextWindow;
  if (wish.script !== undefined)
    return createScriptedModel(parseScript(wish.script.text, wish.script.fileName), { window });
  const asked: Asked = {
    model: given(wish.model),
    baseUrl: checkedUrl(wish.baseUrl, "the base URL"),
    window,
    silenceMs: wish.silenceMs,
    anthropicKey: given(environment.anthropicApiKey),
    // Looked at when they are used: a wrong address of one provider is no reason to refuse the other.
    get anthropicBaseUrl() {
      return checkedUrl(environment.anthropicBaseUrl, "ANTHROPIC_BASE_URL");
    },
    openaiKey: given(environment.openaiApiKey),
    get openaiBaseUrl() {
      return checkedUrl(environment.openaiBaseUrl, "OPENAI_BASE_URL");
    },
    fetch: environment.fetch,
  };
  return asked.model === undefined ? modelOfEnvironment(asked) : namedModel(asked, asked.model);
}

async function namedModel(asked: Asked, model: string): Promise<Model> {
  const [, provider = "", name = ""] = /^([^/]*)\/(.*)$/s.exec(model) ?? [];
  const create = Object.hasOwn(PROVIDERS, provider.toLowerCase())
    ? PROVIDERS[provider.toLowerCase()]
    : undefined;
  if (create !== undefined && name.trim() !== "") return create(asked, name.trim());
  if (create !== undefined || model === "scripted") throw noModel(unknownName(model));
  // Names of other servers have slashes too: they are kept whole.
  const baseUrl = asked.baseUrl ?? (/^claude/i.test(model) ? undefined : asked.openaiBaseUrl);
  if (baseUrl !== undefined) return compatibleModel(asked, { model, id: model, baseUrl });
  const local = await localModels(asked);
  const found = local?.find(({ name: one }) => one === model || one === `${model}:latest`);
  if (found === undefined) throw noModel(unknownName(model, local));
  return listedModel(asked, found, { baseUrl: localBaseUrl, apiKey: undefined });
}

async function modelOfEnvironment(asked: Asked): Promise<Model> {
  if (asked.baseUrl !== undefined) return modelOfServer(asked, asked.baseUrl);
  if (asked.anthropicKey !== undefined) return anthropicModel(asked, defaultAnthropicModel);
  if (asked.openaiBaseUrl !== undefined) return modelOfServer(asked, asked.openaiBaseUrl);
  if (asked.openaiKey !== undefined) return openaiModel(asked, defaultOpenaiModel);
  const local = await localModels(asked);
  const [model] = local ?? [];
  if (model !== undefined) return listedModel(asked, model, { baseUrl: localBaseUrl, apiKey: undefined });
  if (local !== undefined)
    throw noModel(
      `The server on 127.0.0.1:11434 has no model yet. Fetch one there, as with \`ollama pull NAME\`, or set ANTHROPIC_API_KEY or OPENAI_API_KEY. ${NO_KEY_NEEDED}`,
    );
  throw noModel(
    `No model is set up. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, start a server on 127.0.0.1:11434 (Ollama), or name a model with --model and its server with --base-url. ${NO_KEY_NEEDED}`,
  );
}

/** A server without a model's name: its first one, else what the keys say. */
async function modelOfServer(asked: Asked, baseUrl: string): Promise<Model> {
  const listed = await listedModels({
    baseUrl,
    apiKey: asked.openaiKey,
    withinMs: LIST_MS,
    fetch: asked.fetch,
  });
  const [model] = listed ?? [];
  if (model !== undefined) return listedModel(asked, model, { baseUrl });
  if (asked.anthropicKey !== undefined) return anthropicModel(asked, defaultAnthropicModel);
  if (asked.openaiKey !== undefined) return openaiModel(asked, defaultOpenaiModel);
  throw noModel(
    `${new URL(baseUrl).host} does not say which models it has. Name one with --model, and check --base-url.`,
  );
}

function localModels({ fetch }: Asked): Promise<ListedModel[] | undefined> {
  return listedModels({ baseUrl: localBaseUrl, withinMs: LOCAL_PROBE_MS, fetch });
}

function anthropicModel(asked: Asked, name: string): Model {
  const baseUrl = asked.baseUrl ?? asked.anthropicBaseUrl;
  if (asked.anthropicKey === undefined && baseUrl === undefined)
    throw noModel(`anthropic/${name} needs a key. Set ANTHROPIC_API_KEY. ${NO_KEY_NEEDED}`);
  return createAnthropicModel({
    model: name,
    // A server of one's own asks for no key, but the SDK sends none at all only by failing.
    apiKey: asked.anthropicKey ?? "none",
    baseUrl,
    window: asked.window,
    idleTimeoutMs: asked.silenceMs,
    fetch: asked.fetch,
  });
}

function openaiModel(asked: Asked, name: string): Model {
  const baseUrl = asked.baseUrl ?? asked.openaiBaseUrl;
  if (asked.openaiKey === undefined && baseUrl === undefined)
    throw noModel(
      `openai/${name} needs a key. Set OPENAI_API_KEY, or name another server with --base-url. ${NO_KEY_NEEDED}`,
    );
  // On a server of many makers the maker may be part of the name.
  const otherName = baseUrl === undefined ? undefined : `openai/${name}`;
  return compatibleModel(asked, { model: name, otherName, baseUrl });
}

function compatibleModel(asked: Asked, options: OpenaiOptions): Model {
  return createOpenaiModel({
    apiKey: asked.openaiKey,
    window: asked.window,
    idleTimeoutMs: asked.silenceMs,
    fetch: asked.fetch,
    ...options,
  });
}

function listedModel(
  asked: Asked,
  { name, window }: ListedModel,
  where: Pick<OpenaiOptions, "baseUrl" | "apiKey">,
): Model {
  return compatibleModel(asked, { model: name, id: name, window: asked.window ?? window, ...where });
}

function unknownName(model: string, local?: readonly ListedModel[]): string {
  if (model === "scripted") return "The scripted model needs its answers: --script FILE.";
  const there =
    local === undefined || local.length === 0
      ? ""
      : `, or one of 127.0.0.1:11434: ${few(local.map(({ name }) => name))}`;
  return `"${model}" is no model daybook knows. Write provider and name, as in --model ${meantBy(model)}${there}.`;
}

function meantBy(model: string): string {
  if (/^claude/i.test(model)) return `anthropic/${model}`;
  return /^(gpt-|chatgpt|o\d)/i.test(model) ? `openai/${model}` : `anthropic/${defaultAnthropicModel}`;
}

function few(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(", ")}, …` : names.join(", ");
}

function checkedUrl(address: string | undefined, from: string): string | undefined {
  const url = given(address);
  if (url === undefined) return undefined;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw noModel(`"${url}" is no address of a server. Write ${from} as in http://127.0.0.1:8080.`);
}

function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

function noModel(message: string): DaybookError {
  return new DaybookError("no-model", message);
}
