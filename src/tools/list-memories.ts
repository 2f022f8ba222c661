import type { KnownMemory, MemorySearch } from "../search/index.ts";
import { formatCount } from "../text/index.ts";
import { harmless, harmlessFacts } from "./harmless.ts";
import { headingOf, noticeLines, type OperationOutcome } from "./memory-work.ts";

/** Which memories are listed; type and scope narrow it. */
export interface MemoryListing {
  type?: string;
  scope?: string;
  /** How many at most; a hundred when left out. */
  limit?: number;
  /** How many of the first are passed over. */
  offset?: number;
}

const SHOWN = 100;

/** The memories there are, the person's first, newest first, a page at a time. */
export async function listMemories(
  { index }: { index: Pick<MemorySearch, "all"> },
  { type, scope, limit = SHOWN, offset = 0 }: MemoryListing,
): Promise<OperationOutcome> {
  const { memories, notices } = await index.all();
  const fitting = memories.filter(
    (memory) => (type ?? memory.type) === memory.type && (scope ?? memory.scope) === memory.scope,
  );
  const shown = fitting.slice(offset, offset + limit);
  const next = offset + shown.length < fitting.length && shown.length > 0 ? offset + shown.length : null;
  const lines = [
    headOf({ fitting: fitting.length, all: memories.length, shown: shown.length, offset }),
    ...shown.map(lineOf),
    ...(next === null ? [] : [`(the next ones: memory_list with offset ${next})`]),
    ...noticeLines(notices),
  ];
  return {
    content: harmless(lines.join("\n")),
    isError: false,
    display: `listed ${shown.length} of ${fitting.length}`,
    facts: harmlessFacts({ total: fitting.length, offset, next, memories: shown.map(factsOf), notices }),
  };
}

function headOf(count: { fitting: number; all: number; shown: number; offset: number }): string {
  const { fitting, all, shown, offset } = count;
  if (all === 0) return "Memory is empty. memory_save keeps the first one.";
  if (fitting === 0) return `None of the ${formatCount(all)} memories is of that kind.`;
  if (shown === 0) return `There are ${formatCount(fitting)} memories, none beyond offset ${offset}.`;
  const which = shown === fitting ? "" : `, ${formatCount(offset + 1)} to ${formatCount(offset + shown)}`;
  return `${formatCount(fitting)} ${fitting === 1 ? "memory" : "memories"}${which}, newest first in each scope; memory_read gives the body:`;
}

function lineOf(memory: KnownMemory): string {
  const { id, type, name, description } = memory;
  const title = description === "" ? name : `${name} — ${description}`;
  return `- ${id} [${type}, ${changeOf(memory)?.slice(0, 10) ?? "no date"}] ${title}`;
}

/** When it last changed, by its header or else its file. A clone gives every shared file the time of the clone. */
function changeOf({ modified, isShared, fileTime }: KnownMemory): string | null {
  return modified ?? (isShared ? null : new Date(fileTime).toISOString());
}

function factsOf(memory: KnownMemory): Record<string, unknown> {
  return {
    ...headingOf(memory),
    modified: changeOf(memory),
    source: memory.source,
    path: memory.file,
  };
}
