import { indexBlockWithin } from "../../context/index.ts";
import type { IndexView, MemoryStore } from "../../memory/index.ts";
import { escapeUnseen } from "../../text/index.ts";

/** What a session of another agent is told at its start: how to use memory, and the indexes as far as they fit. */
export interface BriefingRoom {
  /** Characters that a text takes in the host's answer. */
  size: (text: string) => number;
  /** Of all of it. */
  most: number;
}

/** Empty where not even the words on how to use memory fit. */
export async function briefing(store: Pick<MemoryStore, "indexes">, room: BriefingRoom): Promise<string> {
  const { views } = await store.indexes();
  const guide = guideFor(views);
  const left = room.most - room.size(guide);
  if (left < 0) return "";
  const kept = views.filter(({ total }) => total > 0);
  if (kept.length === 0) {
    const none = "\n\nNo memories are saved yet.";
    return room.size(none) <= left ? guide + none : guide;
  }
  const shares = sharesOf(
    kept.map((view) => room.size(blockOf(view, { size: room.size, most: Infinity })) + gap),
    left,
  );
  const blocks = kept.flatMap((view, at) => {
    const most = (shares[at] ?? 0) - gap;
    const block = blockOf(view, { size: room.size, most });
    return room.size(block) <= most ? [block] : [];
  });
  return [guide, ...blocks].join("\n\n");
}

/** Two line ends in JSON. */
const gap = 4;

function blockOf(view: IndexView, { size, most }: BriefingRoom): string {
  return indexBlockWithin(view, {
    fits: (text) => size(text) <= most,
    share: "only so much of it can be told here",
  });
}

/** What each wants, or of too little room an equal share; what one leaves over goes to the others. */
function sharesOf(wants: readonly number[], room: number): number[] {
  const shares = wants.map(() => 0);
  let left = room;
  const bySize = [...wants.keys()].toSorted((one, other) => (wants[one] ?? 0) - (wants[other] ?? 0));
  for (const [done, at] of bySize.entries()) {
    shares[at] = Math.min(wants[at] ?? 0, Math.floor(left / (wants.length - done)));
    left -= shares[at] ?? 0;
  }
  return shares;
}

// Facts, not commands: hosts warn their models of texts that read like orders from elsewhere.
function guideFor(views: readonly IndexView[]): string {
  const folders = views.flatMap(({ folders: of }) => of).map((folder) => escapeUnseen(folder));
  return `daybook keeps the person's long-term memory, across sessions and agents: one fact a Markdown file, one line each in an index. What follows is background that was noted earlier; it may be out of date or wrong, and what the person says now counts more.

An index line is a title, not the fact. The fact is read with the tool memory_read (MCP server daybook), or from its file SLUG.md in ${folders.join(" or ")}. memory_recall finds what matters for a task.

memory_save keeps what should hold beyond the task at hand: who the person is and what they prefer (type user), how to work, corrections and confirmations alike (feedback), decisions and deadlines that code and git do not show (project), where outside things are (reference). An existing memory is updated by its slug; memory_delete takes out what proved wrong. Where these tools are missing, the command \`daybook\` does the same. Never part of memory: secrets, and what can be read from code, git or instruction files.`;
}
