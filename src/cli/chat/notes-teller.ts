import type { Extraction, ExtractionNews } from "../../extraction/index.ts";

/** Tells of notes as they are taken, but never into an answer that is being written. */
export interface NotesTeller {
  /** Runs a turn; what is noted meanwhile is told behind it. */
  during<T>(turn: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Tells through `tell` what `extraction` has noted. */
export function createNotesTeller(
  extraction: Pick<Extraction, "onNews"> | null,
  tell: (news: ExtractionNews) => void,
): NotesTeller {
  let isHeld = false;
  let held: ExtractionNews[] = [];
  const stopListening = extraction?.onNews((news) => {
    if (isHeld) held.push(news);
    else tell(news);
  });
  return {
    async during(turn) {
      isHeld = true;
      try {
        return await turn();
      } finally {
        isHeld = false;
        const waiting = held;
        held = [];
        for (const news of waiting) tell(news);
      }
    },
    close: () => stopListening?.(),
  };
}
