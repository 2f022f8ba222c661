import type { BashPlan } from "./bash-plan.ts";
import { resolveReadablePath, type WorkArea } from "./work-area.ts";

/** Ids (`scope/slug`) of the memories that a reading command prints as they are. */
export async function printedMemories(
  plan: BashPlan,
  { area, memoryAt }: { area: WorkArea; memoryAt: (path: string) => Promise<string | null> },
): Promise<string[]> {
  if (plan.kind !== "program" || plan.program !== "cat") return [];
  const memories: string[] = [];
  for (const operand of plan.args.filter((word) => !word.startsWith("-"))) {
    const file = await resolveReadablePath(operand, area);
    const memory = file.readable && file.exists ? await memoryAt(file.path) : null;
    if (memory !== null) memories.push(memory);
  }
  return memories;
}
