import type { Extraction } from "../../extraction/index.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the end of a chat needs to wait for its notes. */
export interface FinishDoors {
  terminal: Terminal;
  /** How long it waits at most, milliseconds. */
  waitMs: number;
  onInterrupt(listener: () => void): () => void;
  /** Shows that something is still done; null when it is over. */
  work(label: string | null): void;
}

/** What is over sooner than this needs no word. */
const UNTOLD_MS = 300;

/** Waits for the notes that are being taken and those of the last turn, not for ever, and says so. What does not come in time is done at the next start. */
export async function finishNotes(
  extraction: Pick<Extraction, "isBusy" | "finish" | "stop">,
  { terminal, waitMs, onInterrupt, work }: FinishDoors,
): Promise<void> {
  if (extraction.isBusy) {
    const settled = extraction.finish();
    if (!(await within(settled, Math.min(UNTOLD_MS, waitMs)))) {
      const seconds = Math.max(1, Math.round(waitMs / 1000));
      terminal.aside(
        terminal.errorColors.dim(
          `· waiting for notes of the last turn, up to ${seconds} s; Ctrl-C leaves now, it is done at the next start`,
        ),
      );
      const stop = new AbortController();
      const interrupted = new Promise<void>((resolve) =>
        stop.signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      const stopListening = onInterrupt(() => stop.abort());
      work("taking notes");
      await within(Promise.race([settled, interrupted]), waitMs - UNTOLD_MS);
      work(null);
      stopListening();
    }
  }
  await extraction.stop();
}

/** Whether it was over in time. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
