import { slugify, type Memory } from "../memory/index.ts";
import { claimWords, statementOf } from "./item-claims.ts";
import { newTerms, wholeText, type ItemText } from "./item-text.ts";
import type { MemoryLook } from "./memory-look.ts";
import { opposingWords } from "./opposed.ts";
import { nearDuplicate, similarity } from "./similarity.ts";

/** The memory that says nearly the same as an item, or has its name; null where none does. */
export async function likestMemory(
  item: ItemText & { quote: string },
  { look, person }: { look: MemoryLook; person: string },
): Promise<Memory | null> {
  const alike = await look.alike(wholeText(item));
  const named = await look.read(slugify(item.name));
  const known = named === null ? alike : [named, ...alike];
  // Also where only case and marks differ: a second file would stand beside it under nearly the same name.
  const same = known.find(({ name }) => slugify(name) === slugify(item.name));
  if (same !== undefined) return same;
  let best: { memory: Memory; score: number } | null = null;
  for (const memory of alike) {
    const score = saysNoMore(item, memory, person) ? 1 : similarity(item, memory);
    if (score >= nearDuplicate && (best === null || score > best.score)) best = { memory, score };
  }
  return best?.memory ?? null;
}

/** Fewer words of a rule can be about anything: `make deploy`. */
const LEAST_WORDS = 3;

/**
 * Whether an item tells no more than a memory does: it has no word of its own, or neither what it states nor the
 * person's words have, and it got another name from the model alone.
 */
function saysNoMore(item: ItemText & { quote: string }, memory: ItemText, person: string): boolean {
  const known = wholeText(memory);
  if (newTerms(wholeText(item), [known]).length === 0) return true;
  if (opposingWords(item.body, memory.body).length > 0) return false;
  const stated = claimWords(statementOf(item.body));
  const quoted = claimWords(item.quote);
  if (stated.length < LEAST_WORDS || quoted.length === 0) return false;
  const said = new Set(claimWords(person));
  const words = new Set(claimWords(known));
  const named = claimWords(item.name).filter((word) => said.has(word));
  return [...stated, ...quoted, ...named].every((word) => words.has(word));
}
