import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";
import { resolveModel } from "../models/index.ts";
import type { Model } from "../models/index.ts";
import type { Host } from "./host.ts";
import type { Settings } from "./settings.ts";

/** What was asked for on the command line. */
export interface ModelFlags {
  /** `provider/name`. */
  model?: string;
  baseUrl?: string;
  /** A script file; relative to the current folder. */
  script?: string;
  /** Tokens of the window, where the person knows better. */
  contextWindow?: number;
}

/**
 * The model of a session: flags, then settings, then what the environment has a key for.
 * Fails with `no-model`, with `not-found` or `invalid` for a script file.
 */
export async function chooseModel(host: Host, settings: Settings, flags: ModelFlags): Promise<Model> {
  const { env } = host;
  return resolveModel(
    {
      model: flags.model ?? settings.model,
      baseUrl: flags.baseUrl ?? settings.baseUrl,
      script: flags.script === undefined ? undefined : await readScript(host, flags.script),
      contextWindow: flags.contextWindow ?? settings.contextWindow,
      silenceMs: settings.limits.modelSilenceMs,
    },
    {
      anthropicApiKey: env["ANTHROPIC_API_KEY"],
      anthropicBaseUrl: env["ANTHROPIC_BASE_URL"],
      openaiApiKey: env["OPENAI_API_KEY"],
      openaiBaseUrl: env["OPENAI_BASE_URL"],
    },
  );
}

/**
 * Whom side queries ask, where that is another model than the one that answers: flag, then settings. With a
 * script only the flag counts: it is there to be played without a key. Fails with `no-model`.
 */
export async function chooseSideModel(
  host: Host,
  settings: Settings,
  { sideModel, script, contextWindow: _window, ...flags }: ModelFlags & { sideModel?: string },
): Promise<Model | undefined> {
  const model = sideModel ?? (script === undefined ? settings.sideModel : undefined);
  if (model === undefined) return undefined;
  const { contextWindow: _set, baseUrl, ...others } = settings;
  const server = flags.baseUrl ?? baseUrl;
  const isThere = server !== undefined && isOfSameServer(model, flags.model ?? settings.model);
  return chooseModel(host, others, { model, ...(isThere ? { baseUrl: server } : {}) });
}

// A server of one's own speaks one protocol: a model of another provider is elsewhere.
function isOfSameServer(side: string, main: string = ""): boolean {
  return isOfAnthropic(side) === isOfAnthropic(main);
}

function isOfAnthropic(model: string): boolean {
  return /^(?:anthropic\/|claude)/i.test(model);
}

async function readScript(host: Host, fileName: string): Promise<{ text: string; fileName: string }> {
  try {
    return { text: await readFile(resolve(host.cwd(), fileName), "utf8"), fileName };
  } catch (cause) {
    const missing = systemCodeOf(cause) === "ENOENT";
    throw new DaybookError(
      missing ? "not-found" : "io",
      missing
        ? `There is no script file ${fileName}.`
        : `The script file ${fileName} could not be read: ${messageOf(cause)}.`,
      { cause },
    );
  }
}
