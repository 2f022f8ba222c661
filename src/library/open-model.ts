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
  const { resolveModel } = await import("../models/index.ts");
  return resolveModel(
    { model, baseUrl, contextWindow: window },
    { anthropicApiKey: apiKey, openaiApiKey: apiKey },
  );
}
