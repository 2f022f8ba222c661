import type { Limits } from "../limits/index.ts";
import type { MemoryStore } from "../memory/index.ts";
import { recallOnce, type RecallIndex } from "../recall/index.ts";
import { harmless, harmlessFacts } from "./harmless.ts";
import { headingOf, linkTo, noticeLines, type OperationOutcome } from "./memory-work.ts";
import type { ToolOutcome } from "./tool.ts";

/** What recalling works on. */
export interface RecallDoors {
  index: RecallIndex;
  store: Pick<MemoryStore, "read">;
  limits: Limits;
  now: () => Date;
}

/** What a turn with this prompt would be brought, for those who ask for it themselves: the blocks as they are. */
export async function recallMemories(doors: RecallDoors, asked: { prompt: string }): Promise<ToolOutcome> {
  const { facts: _facts, links: _links, ...outcome } = await recallWithFacts(doors, asked);
  return outcome;
}

/** As `recallMemories`, with the same for programs. */
export async function recallWithFacts(
  doors: RecallDoors,
  { prompt }: { prompt: string },
): Promise<OperationOutcome> {
  const { delivered, total, notices } = await recallOnce(doors, prompt);
  const recalled = delivered.map(({ memory, days, part }) => ({
    ...harmlessFacts({ ...headingOf(memory), modified: memory.modified, age: days, path: memory.file }),
    // A block of ours already, in which nothing can end it.
    text: part.text,
  }));
  const facts = { ...harmlessFacts({ prompt, total, notices }), memories: recalled };
  const leftOut = noticeLines(notices).map(harmless);
  if (delivered.length === 0) {
    const where = total === 0 ? "Memory is empty" : "No memory matters enough for this prompt";
    const content = [`${where}; nothing is brought.`, ...leftOut].join("\n");
    return { content, isError: false, display: "recalled nothing", facts };
  }
  return {
    content: [...delivered.map(({ part }) => part.text), ...leftOut].join("\n\n"),
    isError: false,
    display: `recalled ${delivered.map(({ memory }) => memory.slug).join(", ")}`,
    memories: delivered.map(({ memory }) => memory.id),
    facts,
    links: delivered.map(({ memory }) => linkTo(memory)),
  };
}
