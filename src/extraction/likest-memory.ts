import { slugify, type Memory } from "../memory/index.ts";
import { newTerms, wholeText, type ItemText } from "./item-text.ts";
import type { MemoryLook } from "./memory-look.ts";
import { nearDuplicate, similarity } from "./similarity.ts";

/** The memory that says nearly the same as an item, or has its name; null where none does. */
export async function likestMemory(
  item: ItemText & { type?: string },
  look: MemoryLook,
): Promise<Memory | null> {
  const alike = await look.alike(wholeText(item));
  const named = await look.read(slugify(item.name));
  const known = named === null ? alike : [named, ...alike];
  // Also where only case and marks differ: a second file would stand beside it under nearly the same name.
  const same = known.find(({ name }) => slugify(name) === slugify(item.name));
  if (same !== undefined) return same;
  let best: { memory: Memory; score: number } | null = null;
  for (const memory of alike) {
    // Without a word of its own an item tells less than the memory, under whatever name.
    const isWithin = newTerms(wholeText(item), [wholeText(memory)]).length === 0;
    const score = isWithin ? 1 : similarity(item, memory);
    if (score >= nearDuplicate && (best === null || score > best.score)) best = { memory, score };
  }
  return best?.memory ?? null;
}
