import { done, interrupted } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { createNarrator } from "../demo/narrator.ts";
import { createScratch } from "../demo/scratch.ts";
import { tellStory } from "../demo/tell-story.ts";

/** `daybook demo`: two real processes share one memory, in folders that are gone afterwards. */
export async function demo({ host, terminal }: CommandContext, _given: unknown): Promise<number> {
  const stop = new AbortController();
  const release = host.onInterrupt(() => stop.abort());
  try {
    const scratch = await createScratch(host, stop.signal);
    try {
      await tellStory({ host, scratch, narrator: createNarrator(terminal), signal: stop.signal });
    } finally {
      await scratch.remove();
    }
    return done;
  } catch (error) {
    if (stop.signal.aborted) return interrupted;
    throw error;
  } finally {
    release();
  }
}
