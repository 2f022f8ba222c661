import { DaybookError } from "../errors/index.ts";
import { isAsWritten, type Memory, type MemoryStore, type Scope } from "../memory/index.ts";
import type { RecallIndex } from "../recall/index.ts";
import type { Storage } from "../storage/index.ts";

/** What extraction sees of the memories that are kept. Those that cannot be read are not there. */
export interface MemoryLook {
  /** Memories that share words with a text, whole, the best first. */
  alike(text: string): Promise<Memory[]>;
  /** By slug or `scope/slug`; null where there is none, or more than one. */
  read(reference: string, scope?: Scope): Promise<Memory | null>;
  /** Whether it says what extraction wrote, and nobody has opened its file in an editor since. */
  isExtracted(memory: Memory): Promise<boolean>;
}

/** Memories that are compared with one item. */
const ALIKE = 8;
const QUESTION_CHARACTERS = 1_500;

/** A look through the project's files, store and search. */
export function createMemoryLook({
  store,
  index,
  storage,
}: {
  store: Pick<MemoryStore, "read">;
  index: Pick<RecallIndex, "search">;
  storage: Storage;
}): MemoryLook {
  const read: MemoryLook["read"] = async (reference, scope) => {
    try {
      return await store.read(reference, scope === undefined ? {} : { scope });
    } catch (error) {
      if (DaybookError.isInstance(error)) return null;
      throw error;
    }
  };
  return {
    read,
    isExtracted: async (memory) => memory.source === "extracted" && (await isAsWritten(storage, memory)),
    async alike(text) {
      const { hits } = await index.search(text.slice(0, QUESTION_CHARACTERS), { limit: ALIKE });
      const memories = await Promise.all(hits.map(({ id }) => read(id)));
      return memories.filter((memory) => memory !== null);
    },
  };
}
