import { startOfDay } from "../../events/index.ts";
import { memoryTypes } from "../../memory/index.ts";
import type { ListedMemory } from "../../memory/index.ts";

/** How long ago a memory was last changed, in calendar days; each age begins where the one before ends. */
export const ages = ["today", "week", "month", "quarter", "year", "older", "unknown"] as const;
export type Age = (typeof ages)[number];

/** The types of memories, and what is none of them. */
export const types = [...memoryTypes, "unknown"] as const;
const origins = ["user", "agent", "extracted", "imported", "unknown"] as const;

/** How many memories there are, of which kinds. */
export interface MemoryFigures {
  total: number;
  byScope: Record<ListedMemory["scope"], number>;
  byType: Record<(typeof types)[number], number>;
  byAge: Record<Age, number>;
  byTypeAndAge: Record<(typeof types)[number], Record<Age, number>>;
  /** Who wrote them. */
  bySource: Record<(typeof origins)[number], number>;
}

/** The last day of an age, today being 1. */
const lastDays: readonly (readonly [age: Age, days: number])[] = [
  ["today", 1],
  ["week", 7],
  ["month", 30],
  ["quarter", 90],
  ["year", 365],
];

/** Counts memories as they are at a time. */
export function countMemories(memories: readonly ListedMemory[], at: Date): MemoryFigures {
  const figures: MemoryFigures = {
    total: memories.length,
    byScope: { user: 0, project: 0 },
    byType: zeros(types),
    byAge: zeros(ages),
    byTypeAndAge: Object.fromEntries(
      types.map((type) => [type, zeros(ages)]),
    ) as MemoryFigures["byTypeAndAge"],
    bySource: zeros(origins),
  };
  for (const { scope, type, source, modified } of memories) {
    const age = ageAt(modified, at);
    figures.byScope[scope] += 1;
    figures.byType[type] += 1;
    figures.byAge[age] += 1;
    figures.byTypeAndAge[type][age] += 1;
    figures.bySource[source ?? "unknown"] += 1;
  }
  return figures;
}

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}

function ageAt(modified: string | null, at: Date): Age {
  const time = Date.parse(modified ?? "");
  if (Number.isNaN(time)) return "unknown";
  return lastDays.find(([, days]) => time >= startOfDay(at, days).getTime())?.[0] ?? "older";
}
