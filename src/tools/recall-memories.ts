import type { Limits } from "../limits/index.ts";
import type { MemoryStore } from "../memory/index.ts";
import { recallOnce, type RecallIndex } from "../recall/index.ts";
import type { ToolOutcome } from "./tool.ts";

/** What recalling works on. */
export interface RecallDoors {
  index: RecallIndex;
  store: Pick<MemoryStore, "read">;
  limits: Limits;
  now: () => Date;
}

/** What a turn with this prompt would be brought, for those who ask for it themselves: the blocks as they are. */
export async function recallMemories(
  doors: RecallDoors,
  { prompt }: { prompt: string },
): Promise<ToolOutcome> {
  const { delivered, total } = await recallOnce(doors, prompt);
  if (delivered.length === 0) {
    const where = total === 0 ? "Memory is empty" : "No memory matters enough for this prompt";
    return { content: `${where}; nothing is brought.`, isError: false, display: "recalled nothing" };
  }
  return {
    content: delivered.map(({ part }) => part.text).join("\n\n"),
    isError: false,
    display: `recalled ${delivered.map(({ memory }) => memory.slug).join(", ")}`,
    memories: delivered.map(({ memory }) => memory.id),
  };
}
