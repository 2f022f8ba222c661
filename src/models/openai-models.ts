import type { ModelInfo } from "./model.ts";

type ModelFacts = Pick<ModelInfo, "window" | "maxOutput" | "thinking" | "signedThinking" | "images">;

/** The model a person gets who has only an OpenAI key and names none. */
export const defaultOpenaiModel = "gpt-5.4";

/** What daybook takes for granted where it knows nothing; a server of one's own is often started with less. */
const UNKNOWN: ModelFacts = {
  window: 128_000,
  maxOutput: 32_000,
  thinking: true,
  signedThinking: false,
  images: true,
};
const LOCAL_WINDOW = 32_768;
const LOCAL_MAX_OUTPUT = 8_192;

const KNOWN: ReadonlyArray<[family: RegExp, facts: Partial<ModelFacts>]> = [
  [/^gpt-5.*-chat/, { window: 128_000, maxOutput: 16_384 }],
  [/^gpt-[5-9]/, { window: 400_000 }],
  [/^gpt-4\.1/, { window: 1_047_576, thinking: false }],
  [/^(gpt-4o|chatgpt-4o)/, { window: 128_000, maxOutput: 16_384, thinking: false }],
  [/^gpt-4-(turbo|\d{4}-preview|vision)/, { window: 128_000, maxOutput: 4_096, thinking: false }],
  [/^gpt-4/, { window: 8_192, maxOutput: 4_096, thinking: false, images: false }],
  [/^gpt-3\.5/, { window: 16_385, maxOutput: 4_096, thinking: false, images: false }],
  [/^o1-(mini|preview)|^o3-mini/, { window: 128_000, images: false }],
  [/^o\d/, { window: 200_000 }],
  [/^deepseek-/, { images: false }],
];

/**
 * What is known of a model by its name, any maker's name before it left out. A server on this machine
 * decides the window itself and is often started with a small one, so there no table holds.
 */
export function factsOfOpenaiModel(name: string, { isLocal }: { isLocal: boolean }): ModelFacts {
  const bareName = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  const facts = { ...UNKNOWN, ...KNOWN.find(([family]) => family.test(bareName))?.[1] };
  return isLocal ? { ...facts, window: LOCAL_WINDOW, maxOutput: LOCAL_MAX_OUTPUT } : facts;
}
