import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { createNarrator } from "../demo/narrator.ts";
import { createScratch } from "../demo/scratch.ts";
import { tellStory } from "../demo/tell-story.ts";

/** `daybook demo`: two real processes share one memory, in folders that are gone afterwards. */
export async function demo({ host, terminal }: CommandContext, _given: unknown): Promise<number> {
  const scratch = await createScratch(host);
  const release = host.onInterrupt(() => {
    void scratch.remove().finally(() => host.exit(130));
  });
  try {
    await tellStory({ host, scratch, narrator: createNarrator(terminal) });
    return done;
  } finally {
    release();
    await scratch.remove();
  }
}
