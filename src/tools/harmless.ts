/** Texts that people, models and clones wrote, made fit to stand before a model: nothing in them ends a block or is unseen. */
import { defuseFence, escapeUnseen } from "../text/index.ts";

/** A text of several lines. */
export function harmless(text: string): string {
  return defuseFence(escapeUnseen(text, { keepLines: true }));
}

/** A name, a path, whatever belongs on one line: its line ends are shown as well. */
export function harmlessLine(text: string): string {
  return defuseFence(escapeUnseen(text));
}

/** Facts for programs, which show them to their model too: every text in them, however deep. */
export function harmlessFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, harmlessValue(value)]));
}

function harmlessValue(value: unknown): unknown {
  if (typeof value === "string") return harmless(value);
  if (Array.isArray(value)) return value.map(harmlessValue);
  return typeof value === "object" && value !== null
    ? harmlessFacts(value as Record<string, unknown>)
    : value;
}
