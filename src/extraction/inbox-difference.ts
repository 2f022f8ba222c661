import { DaybookError } from "../errors/index.ts";
import type { Memory, MemoryStore } from "../memory/index.ts";
import { diffLines } from "../text/index.ts";
import type { NewProposal, ProposedMemory } from "./proposal.ts";

/** What a proposal does to one memory. */
export interface Difference {
  /** `scope/slug`; of a new memory the scope and its name. */
  title: string;
  /** The memory as it is now; null where there is none, or where it cannot be shown. */
  before: string | null;
  /** As it would be; null where it goes. */
  after: string | null;
  /** Its version now; null where there is none. */
  version: string | null;
}

/** How a memory stands beside another: its header in three lines, and its text. */
function shownText({
  name,
  description,
  type,
  body,
}: Pick<Memory, "name" | "description" | "type" | "body">): string {
  return `name: ${name}\ndescription: ${description}\ntype: ${type}\n\n${body}`;
}

/** The difference that a proposal makes against memory as it is now, one memory after the other. */
export async function differencesOf(
  { op, memory, targets }: Pick<NewProposal, "op" | "memory" | "targets">,
  store: Pick<MemoryStore, "read">,
): Promise<Difference[]> {
  if (op === "create" && memory !== null)
    return [
      { title: `${memory.scope}: ${memory.name}`, before: null, after: shownText(memory), version: null },
    ];
  return Promise.all(
    targets.map(async ({ id }, at) => {
      const current = await readOrNull(store, id);
      return {
        title: id,
        before: current === null ? null : shownText(current),
        after: memory === null || at > 0 ? null : shownText(inOrderOf(current, memory)),
        version: current?.version ?? null,
      };
    }),
  );
}

// Where only line ends or a last line end differ, that is no news.
function inOrderOf(current: Memory | null, memory: ProposedMemory): ProposedMemory {
  const isSame = current !== null && current.body.trimEnd() === memory.body.trimEnd();
  return isSame ? { ...memory, body: current.body } : memory;
}

/** A memory as it is now; null for one that is gone or that nobody may be shown. */
export async function readOrNull(store: Pick<MemoryStore, "read">, id: string): Promise<Memory | null> {
  try {
    return await store.read(id);
  } catch (error) {
    if (DaybookError.isInstance(error) && isExpected.has(error.code)) return null;
    throw error;
  }
}

const isExpected = new Set(["not-found", "untrusted", "invalid", "ambiguous"]);

/** The difference as lines of Markdown: a title and a fence. */
export function differenceText({ title, before, after }: Difference): string[] {
  const lines = diffLines(before ?? "", after ?? "").lines.map(({ kind, text }) => marks[kind] + text);
  const what = after === null ? " is deleted" : before === null ? " is new" : " changes";
  const ticks = longestTicks(lines.join("\n"));
  const fence = "`".repeat(Math.max(3, ticks + 1));
  return [`${title}${what}:`, "", `${fence}diff`, ...lines, fence];
}

const marks = { same: "  ", added: "+ ", removed: "- ", gap: "… unchanged lines: ", note: "… " } as const;

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
