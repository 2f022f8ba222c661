import { DaybookError } from "../errors/index.ts";
import { createAnthropicModel } from "./anthropic.ts";
import { defaultAnthropicModel } from "./anthropic-models.ts";
import type { Model } from "./model.ts";
import { parseScript } from "./script.ts";
import { createScriptedModel } from "./scripted.ts";

/** What the person asked for: flags first, then settings. */
export interface ModelWish {
  /** `provider/name`. */
  model?: string | undefined;
  baseUrl?: string | undefined;
  /** A script file's text and what to call it; it answers whatever `model` says. */
  script?: { text: string; fileName: string } | undefined;
  /** Tokens, where the person knows better than the table. */
  contextWindow?: number | undefined;
}

/** What the environment offers. */
export interface ModelEnvironment {
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  openaiApiKey?: string | undefined;
  fetch?: typeof fetch | undefined;
}

interface Asked extends ModelEnvironment {
  /** The model's name without the provider's. */
  name: string;
  baseUrl: string | undefined;
  window: number | undefined;
}

/** One entry a provider: an adapter that is added here is reachable. */
const PROVIDERS: Record<string, (asked: Asked) => Model> = {
  anthropic: anthropicModel,
  openai: notBuiltYet,
};

const NO_KEY_NEEDED = "`daybook demo` needs no key.";

/** The model that answers. Fails with `no-model`, saying what to set, or `invalid` for a broken script. */
export function resolveModel(wish: ModelWish, environment: ModelEnvironment): Model {
  const window = wish.contextWindow;
  if (wish.script !== undefined)
    return createScriptedModel(parseScript(wish.script.text, wish.script.fileName), { window });
  const model = wish.model?.trim() || modelOfEnvironment(environment);
  const [, provider = "", name = ""] = /^([^/]*)\/(.*)$/s.exec(model) ?? ["", model];
  const create = Object.hasOwn(PROVIDERS, provider.toLowerCase())
    ? PROVIDERS[provider.toLowerCase()]
    : undefined;
  if (create === undefined || name.trim() === "") throw noModel(unknownName(model));
  return create({ ...environment, name: name.trim(), baseUrl: checkedUrl(wish.baseUrl), window });
}

function modelOfEnvironment({ anthropicApiKey, openaiApiKey }: ModelEnvironment): string {
  if (isSet(anthropicApiKey)) return `anthropic/${defaultAnthropicModel}`;
  const found = isSet(openaiApiKey) ? " (OPENAI_API_KEY is set, but openai/ models are not built yet)" : "";
  throw noModel(
    `No model is set up${found}. Set ANTHROPIC_API_KEY, or name a model with --model anthropic/NAME and a server with --base-url. ${NO_KEY_NEEDED}`,
  );
}

function anthropicModel(asked: Asked): Model {
  const baseUrl = asked.baseUrl ?? checkedUrl(asked.anthropicBaseUrl);
  if (!isSet(asked.anthropicApiKey) && baseUrl === undefined)
    throw noModel(`anthropic/${asked.name} needs a key. Set ANTHROPIC_API_KEY. ${NO_KEY_NEEDED}`);
  return createAnthropicModel({
    model: asked.name,
    // A server of one's own asks for no key, but the SDK sends none at all only by failing.
    apiKey: asked.anthropicApiKey?.trim() || "none",
    baseUrl,
    window: asked.window,
    fetch: asked.fetch,
  });
}

function notBuiltYet({ name }: Asked): Model {
  throw noModel(
    `openai/${name}: openai/ models are not built yet. Use --model anthropic/NAME. ${NO_KEY_NEEDED}`,
  );
}

function unknownName(model: string): string {
  if (model === "scripted") return "The scripted model needs its answers: --script FILE.";
  const meant = /^claude/i.test(model) ? `anthropic/${model}` : `anthropic/${defaultAnthropicModel}`;
  return `"${model}" is no model daybook knows. Write provider and name, as in --model ${meant}.`;
}

function checkedUrl(address: string | undefined): string | undefined {
  if (!isSet(address)) return undefined;
  const isHttp = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isHttp)
    throw noModel(`"${address}" is no address of a server. Write --base-url as in http://127.0.0.1:8080.`);
  return address.trim();
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

function noModel(message: string): DaybookError {
  return new DaybookError("no-model", message);
}
