import type { Limits } from "../limits/index.ts";
import { buildManifest, type Manifest } from "./manifest.ts";
import { observedOf } from "./open-recalled.ts";
import type { IndexedMemory } from "./recall-index.ts";
import type { ShownMemories } from "./shown.ts";

/** What matches first, then what is new, each once and without what the conversation already holds as it is. */
export function sideCandidates(
  { hits, recent }: { hits: readonly IndexedMemory[]; recent: readonly IndexedMemory[] },
  shown: Pick<ShownMemories, "has">,
): IndexedMemory[] {
  const each = new Map([...hits, ...recent].map((memory) => [memory.id, memory]));
  return [...each.values()].filter(({ id, version }) => !shown.has(id, version));
}

/** The list that a side query is offered of these. */
export function manifestOf(
  candidates: readonly IndexedMemory[],
  {
    limits,
    now,
  }: {
    limits: Pick<Limits, "manifestEntries" | "manifestBytes" | "descriptionCharacters">;
    now: () => Date;
  },
): Manifest {
  const entries = candidates.map((memory) => ({
    ...memory,
    observed: observedOf(memory, memory.fileTime, now()),
  }));
  return buildManifest(entries, limits);
}
