import { join } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";
import { extractModes, recallModes } from "../events/index.ts";
import type { ExtractMode, RecallMode } from "../events/index.ts";
import { defaultLimits } from "../limits/index.ts";
import type { Limits } from "../limits/index.ts";
import { permissionModes } from "../tools/index.ts";
import type { PermissionMode } from "../tools/index.ts";
import { nodeFiles } from "../storage/index.ts";
import { isRecord } from "../text/index.ts";

/**
 * What a person may set in `daybook.json` of their home. Nothing inside a repository is read for
 * settings: a clone must not be able to choose a model, a server, a mode or a limit.
 */
export interface Settings {
  model?: string;
  sideModel?: string;
  baseUrl?: string;
  recall?: RecallMode;
  extract?: ExtractMode;
  permissions?: PermissionMode;
  placement?: "system" | "user";
  /** Tokens of the model's window, where daybook cannot know. */
  contextWindow?: number;
  /** Days until an unused session goes to the trash; 0 keeps all. */
  retentionDays?: number;
  /** What was said of it could not be understood, so that `retentionDays` is 0. */
  isRetentionUnclear?: true;
  limits: Limits;
}

/** Settings, and what had to be passed over: sentences for the person. */
export interface LoadedSettings {
  settings: Settings;
  notices: string[];
}

/** Reads `daybook.json`. Never fails and never writes: a broken file means defaults and one notice. */
export async function loadSettings(home: string): Promise<LoadedSettings> {
  const file = join(home, "daybook.json");
  try {
    return parseSettings(Buffer.from(await nodeFiles.readFile(file)).toString("utf8"), file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? ""))
      return { settings: defaults(), notices: [] };
    return fallBack(`${file} could not be read (${messageOf(error)})`);
  }
}

/** The pure half of `loadSettings`; `file` is named in notices. */
export function parseSettings(text: string, file: string): LoadedSettings {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return fallBack(`${file} is not valid JSON (${messageOf(error)})`);
  }
  if (!isRecord(parsed)) return fallBack(`${file} does not hold a JSON object`);
  const settings = defaults();
  const problems: string[] = [];
  let isKeptUnclear = false;
  for (const [key, value] of Object.entries(parsed)) {
    const problem = Object.hasOwn(readers, key)
      ? readers[key as SettingName](settings, value)
      : unknownKey(key);
    if (problem === null) continue;
    problems.push(problem);
    isKeptUnclear ||= isAboutKeeping(key, value);
  }
  if (isKeptUnclear) {
    // Who wrote "90 days" must not lose on the 31st day what they meant to keep.
    settings.retentionDays = 0;
    settings.isRetentionUnclear = true;
    problems.push("until how long sessions are kept is clear, every session is kept.");
  }
  return { settings, notices: problems.map((problem) => `${file}: ${problem}`) };
}

type SettingName = Exclude<keyof Settings, "isRetentionUnclear">;
type Reader = (settings: Settings, value: unknown) => string | null;

const readers: Readonly<Record<SettingName, Reader>> = {
  model: wish("model"),
  sideModel: wish("sideModel"),
  baseUrl: wish("baseUrl"),
  recall: (settings, value) => {
    const mode = recallModes.find((known) => known === value);
    if (mode === undefined) return `"recall" must be one of ${recallModes.join(", ")}; it is ignored.`;
    settings.recall = mode;
    return null;
  },
  extract: (settings, value) => {
    const mode = extractModes.find((known) => known === value);
    if (mode === undefined) return `"extract" must be one of ${extractModes.join(", ")}; it is ignored.`;
    settings.extract = mode;
    return null;
  },
  permissions: (settings, value) => {
    const mode = permissionModes.find((known) => known === value);
    if (mode === undefined)
      return `"permissions" must be one of ${permissionModes.join(", ")}; it is ignored.`;
    settings.permissions = mode;
    return null;
  },
  placement: (settings, value) => {
    if (value !== "system" && value !== "user")
      return `"placement" must be "system" or "user"; it is ignored.`;
    settings.placement = value;
    return null;
  },
  contextWindow: count("contextWindow", 1),
  retentionDays: count("retentionDays", 0),
  limits: readLimits,
};

function wish(key: "model" | "sideModel" | "baseUrl"): Reader {
  return (settings, value) => {
    if (typeof value !== "string" || value.trim() === "") return `"${key}" must be a text; it is ignored.`;
    settings[key] = value;
    return null;
  };
}

function count(key: "contextWindow" | "retentionDays", least: number): Reader {
  return (settings, value) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least) {
      return `"${key}" must be a whole number of at least ${least}; it is ignored.`;
    }
    settings[key] = value;
    return null;
  };
}

function readLimits(settings: Settings, value: unknown): string | null {
  if (!isRecord(value)) return `"limits" must be an object; it is ignored.`;
  const rejected: string[] = [];
  const limits: Record<string, number> = { ...defaultLimits };
  for (const [key, limit] of Object.entries(value)) {
    if (isLimit(key, limit)) limits[key] = limit;
    else rejected.push(JSON.stringify(key));
  }
  settings.limits = { ...defaultLimits, ...limits };
  if (rejected.length === 0) return null;
  const known = Object.keys(defaultLimits).join(", ");
  return `"limits" holds ${rejected.join(", ")}, which daybook does not know or cannot use; ignored. Limits are positive numbers: ${known}.`;
}

function isLimit(key: string, value: unknown): value is number {
  if (!Object.hasOwn(defaultLimits, key) || typeof value !== "number" || !(value > 0)) return false;
  return key.endsWith("Share") ? value <= 1 : Number.isSafeInteger(value);
}

/** Whether what was passed over was to say how long sessions are kept. */
function isAboutKeeping(key: string, value: unknown): boolean {
  const about = /retention|trash/i;
  if (key !== "limits") return about.test(key);
  if (!isRecord(value)) return true;
  return Object.entries(value).some(([limit, given]) => about.test(limit) && !isLimit(limit, given));
}

function unknownKey(key: string): string {
  return `${JSON.stringify(key)} is not a setting; it is ignored. Settings: ${Object.keys(readers).join(", ")}.`;
}

function defaults(): Settings {
  return { limits: { ...defaultLimits } };
}

function fallBack(what: string): LoadedSettings {
  // Retention off: with an unreadable wish nothing of the person's may be thrown away.
  return {
    settings: { ...defaults(), retentionDays: 0, isRetentionUnclear: true },
    notices: [`${what}. It is left as it is; daybook goes on with its defaults.`],
  };
}
