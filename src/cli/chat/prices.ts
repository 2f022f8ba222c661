import type { Usage } from "../../models/index.ts";

/** US dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
  cacheRead: number;
  /** With the five-minute life that daybook asks for. */
  cacheWrite: number;
}

/**
 * Prices as their makers listed them: Anthropic, https://platform.claude.com/docs/en/about-claude/pricing, as of October 2026;
 * OpenAI, https://developers.openai.com/api/docs/pricing, as of June 2026.
 * What is not here, costs by the length of a request, or comes from another server has no known price.
 */
const prices: ReadonlyArray<[model: RegExp, price: Price]> = [
  [/^anthropic\/claude-(?:fable|mythos)-5-1$/, { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 }],
  [/^anthropic\/claude-(?:fable|mythos)-5$/, { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }],
  [/^anthropic\/claude-opus-5-5$/, { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 }],
  [/^anthropic\/claude-opus-(?:5|4-[5-8])$/, { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }],
  [/^anthropic\/claude-opus-4(?:-[01])?$/, { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 }],
  [/^anthropic\/claude-sonnet-5-5$/, { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }],
  [/^anthropic\/claude-sonnet-5$/, { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }],
  [/^anthropic\/claude-sonnet-4(?:-[0-6])?$/, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }],
  [/^anthropic\/claude-haiku-4-5$/, { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }],
  [/^anthropic\/claude-3-5-haiku$/, { input: 0.8, output: 4, cacheRead: 0.08, cacheWrite: 1 }],
  [/^openai\/gpt-5$/, { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 1.25 }],
  [/^openai\/gpt-5-mini$/, { input: 0.25, output: 2, cacheRead: 0.025, cacheWrite: 0.25 }],
  [/^openai\/gpt-4\.1$/, { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 2 }],
  [/^openai\/gpt-4\.1-mini$/, { input: 0.4, output: 1.6, cacheRead: 0.1, cacheWrite: 0.4 }],
  [/^openai\/gpt-4o$/, { input: 2.5, output: 10, cacheRead: 1.25, cacheWrite: 2.5 }],
  [/^openai\/gpt-4o-mini$/, { input: 0.15, output: 0.6, cacheRead: 0.075, cacheWrite: 0.15 }],
];

const RELEASE_DATE = /-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/;

/** US dollars for the usage, or null where the price is not known. */
export function costOf(usage: Usage, { id, local }: { id: string; local: boolean }): number | null {
  if (local) return null;
  const name = id.replace(RELEASE_DATE, "");
  const price = prices.find(([model]) => model.test(name))?.[1];
  if (price === undefined) return null;
  const { input, output, cacheRead, cacheWrite } = usage;
  const millionths =
    input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite;
  return millionths / 1_000_000;
}

/** `$0.0123`, with as many digits as say something. */
export function formatCost(dollars: number): string {
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  return dollars < 0.0001 ? "<$0.0001" : `$${dollars.toFixed(dollars < 0.01 ? 4 : 3)}`;
}
