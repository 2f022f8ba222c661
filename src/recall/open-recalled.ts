import { DaybookError } from "../errors/index.ts";
import type { DropReason, ReceiptDelivery } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Memory, MemoryStore } from "../memory/index.ts";
import { ageInDays, observedAt } from "./freshness.ts";
import type { IndexedMemory } from "./recall-index.ts";
import { renderRecalled, type RecalledBlock } from "./recalled-block.ts";
import { recallTag, type ShownMemories } from "./shown.ts";

/** A text for the conversation and where it is from. */
export interface RecalledPart {
  text: string;
  from: `recall:${string}`;
}

/** A memory that was read for this prompt and is ready to be shown. */
export interface OpenedMemory {
  memory: Memory;
  block: RecalledBlock;
  /** Age in calendar days; null where it is unknown. */
  days: number | null;
}

export type Opened = ({ ok: true } & OpenedMemory) | { ok: false; reason: DropReason };

/** What opening needs. */
export interface OpeningDoors {
  store: Pick<MemoryStore, "read">;
  limits: Pick<Limits, "recallBodyBytes">;
  now: () => Date;
}

/** Reads a memory's body, now, and renders its block. One that cannot be read is dropped, with the reason. */
export async function openRecalled(
  { store, limits, now }: OpeningDoors,
  indexed: IndexedMemory,
): Promise<Opened> {
  let memory: Memory;
  try {
    memory = await store.read(indexed.id);
  } catch (error) {
    const isGone = DaybookError.isInstance(error) && error.code === "not-found";
    return { ok: false, reason: isGone ? "gone" : "unreadable" };
  }
  const days = ageInDays(observedOf(memory, indexed.fileTime, now()), now());
  const block = renderRecalled(memory, { days, bodyBytes: limits.recallBodyBytes });
  return { ok: true, memory, block, days };
}

/** When a memory was last known to be true. A clone says nothing of the age of the files it brings. */
export function observedOf(
  { modified, path }: Pick<IndexedMemory, "modified" | "path">,
  fileTime: number,
  now: Date,
): Date | null {
  const isShared = path.startsWith("shared/");
  return observedAt({ modified, fileTime: isShared ? null : new Date(fileTime) }, now);
}

/** Takes an opened memory into the conversation, or says why not: it is there already, or the bytes are spent. */
export function admit(
  { memory, block }: OpenedMemory,
  shown: ShownMemories,
): { ok: true; part: RecalledPart } | { ok: false; reason: DropReason } {
  const { id, version } = memory;
  if (shown.has(id, version)) return { ok: false, reason: "shown" };
  if (!shown.fits(block.text)) return { ok: false, reason: "session-budget" };
  shown.add(id, version, block.text);
  return { ok: true, part: { text: block.text, from: recallTag(id, version) } };
}

/** How a delivery stands in the receipt. */
export function deliveryOf({ memory, block }: OpenedMemory, by: ReceiptDelivery["by"]): ReceiptDelivery {
  const { id, version } = memory;
  return { id, version, by, bytes: block.bytes, cut: block.isCut };
}
