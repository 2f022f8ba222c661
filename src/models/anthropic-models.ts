import type { ModelInfo } from "./model.ts";

type ModelFacts = Pick<ModelInfo, "window" | "maxOutput" | "thinking" | "signedThinking" | "images">;

/**
 * What every current model allows. `maxOutput` stays under the room that compaction keeps free
 * (33,000 tokens), since some models refuse a request whose input and `max_tokens` together
 * exceed the window. Accounts with a larger window say so with `--context-window`.
 */
const CURRENT: ModelFacts = {
  window: 200_000,
  maxOutput: 32_000,
  thinking: true,
  signedThinking: true,
  images: true,
};

const OLDER: ReadonlyArray<[family: RegExp, facts: Partial<ModelFacts>]> = [
  [/^claude-3-7/, {}],
  [/^claude-3-5/, { maxOutput: 8_192, thinking: false, signedThinking: false }],
  [/^claude-(3-|2|instant)/, { maxOutput: 4_096, thinking: false, signedThinking: false }],
];

/** The model a person gets who has a key and names none. */
export const defaultAnthropicModel = "claude-sonnet-5-5";

/** What is known of a model by its name; an unknown name is taken for a current model. */
export function factsOfAnthropicModel(name: string): ModelFacts {
  const facts = OLDER.find(([family]) => family.test(name))?.[1];
  return { ...CURRENT, ...facts };
}
