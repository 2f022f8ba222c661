/** What of memory this conversation holds already, and how many bytes recall has put into it. */
export interface ShownMemories {
  /** Bytes of recalled blocks so far. */
  readonly bytes: number;
  has(id: string, version: string): boolean;
  /** Whether any version of it was shown. */
  knows(id: string): boolean;
  /** A memory that a tool read or saved: seen, though not by recall. */
  see(id: string, version: string): void;
  /** A block that goes into the conversation. */
  add(id: string, version: string, bytes: number): void;
  /** The same, to go back to. */
  copy(): ShownMemories;
}

/** One block of a message and where it is from, as a log or a conversation holds it. */
export interface SentBlock {
  /** `recall:scope/slug@version` counts; everything else is passed over. */
  from: string;
  bytes: number;
}

/** The tag of a recalled block. */
export function recallTag(id: string, version: string): `recall:${string}` {
  return `recall:${id}@${version}`;
}

const TAG = /^recall:((?:user|project)\/.+)@([^@]+)$/s;

/** The memory that a tag names, or null. Slugs may hold an `@`; versions do not. */
export function parseRecallTag(tag: string): { id: string; version: string } | null {
  const [, id, version] = TAG.exec(tag) ?? [];
  return id === undefined || version === undefined ? null : { id, version };
}

/**
 * What a conversation has been shown: blocks of recall that it still holds, and memories (`scope/slug@version`)
 * that its tools read or saved.
 */
export function createShown({
  blocks = [],
  seen = [],
}: { blocks?: readonly SentBlock[]; seen?: readonly string[] } = {}): ShownMemories {
  const shown = shownOver(new Set(), 0);
  for (const { from, bytes } of blocks) {
    const memory = parseRecallTag(from);
    if (memory !== null) shown.add(memory.id, memory.version, bytes);
  }
  for (const tag of seen) {
    const memory = parseRecallTag(`recall:${tag}`);
    if (memory !== null) shown.see(memory.id, memory.version);
  }
  return shown;
}

function shownOver(tags: Set<string>, spent: number): ShownMemories {
  const ids = new Set([...tags].map((tag) => parseRecallTag(tag)?.id));
  let total = spent;
  const see = (id: string, version: string): void => {
    tags.add(recallTag(id, version));
    ids.add(id);
  };
  return {
    get bytes() {
      return total;
    },
    has: (id, version) => tags.has(recallTag(id, version)),
    knows: (id) => ids.has(id),
    see,
    add(id, version, bytes) {
      see(id, version);
      total += bytes;
    },
    copy: () => shownOver(new Set(tags), total),
  };
}
