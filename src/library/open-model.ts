import { DaybookError } from "../errors/index.ts";
import type { Model } from "../models/index.ts";

/** Which model answers, and how it is reached. */
export interface OpenModelOptions {
  /** `anthropic/NAME`, `openai/NAME`; with a server of one's own, or one on 127.0.0.1:11434, also the name alone. */
  model: string;
  apiKey?: string;
  /** A server that speaks the model's protocol. */
  baseUrl?: string;
  /** Tokens of the window, where it is known better than by the name. */
  window?: number;
}

/**
 * A model for `openDaybook`, with its SDK (`@anthropic-ai/sdk` or `openai`) loaded by its first request.
 * Fails with `no-model`, saying what is missing.
 */
export async function openModel({ model, apiKey, baseUrl, window }: OpenModelOptions): Promise<Model> {
  assertReachable({ model, apiKey, baseUrl });
  const { resolveModel } = await import("../models/index.ts");
  const wish = { model, baseUrl, contextWindow: window };
  try {
    return await resolveModel(wish, { anthropicApiKey: apiKey, openaiApiKey: apiKey });
  } catch (cause) {
    if (!DaybookError.isInstance(cause) || cause.code !== "no-model") throw cause;
    throw noModel(`"${model}" is no model daybook knows. ${HOW}`, cause);
  }
}

const HOW =
  'Give `model` with its provider, as in "anthropic/claude-sonnet-5", or the server that has it as `baseUrl`.';

// What is asked for here is known by the names of the options; the command line speaks of flags and the environment.
function assertReachable({ model, apiKey, baseUrl }: Record<string, string | undefined>): void {
  if (!given(model)) {
    throw noModel('openModel needs `model`, as in { model: "anthropic/claude-sonnet-5", apiKey }.');
  }
  if (given(baseUrl) && !isAddress(baseUrl)) {
    throw noModel(`"${baseUrl}" is no address of a server. Give \`baseUrl\` as in "http://127.0.0.1:8080".`);
  }
  const needsKey = /^(?:anthropic|openai)\/./i.test(model) && !given(baseUrl);
  if (needsKey && !given(apiKey)) {
    throw noModel(`${model} needs a key: give it as \`apiKey\`, or its server as \`baseUrl\`.`);
  }
}

function given(value: string | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isAddress(url: string): boolean {
  return URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol);
}

function noModel(message: string, cause?: unknown): DaybookError {
  return new DaybookError("no-model", message, { cause });
}
