import { gateOf } from "./gate.ts";
import type { RecalledPart } from "./open-recalled.ts";
import type { RecallOptions, ShownBefore, TurnRecall } from "./recall-options.ts";
import { RecallTurn } from "./recall-turn.ts";
import { createShown, type ShownMemories } from "./shown.ts";

/** Memory for one conversation, turn by turn. Nothing here fails: without its memories a turn still runs. */
export interface Recall {
  /** What goes into the message of this prompt, at once. Asks beside the model from here on. */
  begin(prompt: string): Promise<RecalledPart[]>;
  /** What has come since; never waits. */
  poll(): RecalledPart[];
  /**
   * The turn is over: what is still on its way is given up, the receipt is recorded. `withdrawn`: its messages are
   * no longer sent, so what it brought may be brought again.
   */
  end(options?: { withdrawn?: boolean }): Promise<void>;
  /** Memories that a tool read or saved are seen from now on; gives them as `scope/slug@version`, for the log. */
  see(ids: readonly string[]): Promise<string[]>;
  /** The conversation was shortened: what it was shown is what it still holds. */
  restart(before: ShownBefore): void;
  /** Names to tell the person of, once in a turn: when all that this turn brings has been brought. */
  news(): readonly string[] | null;
  /** The newest turn that is over; null before the first. */
  last(): TurnRecall | null;
}

/** Recall for one conversation. */
export function createRecall(options: RecallOptions): Recall {
  const { store, limits, mode, events, session = () => undefined, before } = options;
  const clock = options.clock ?? (() => performance.now());
  let shown: ShownMemories = createShown(before);
  let turn: RecallTurn | null = null;
  let last: TurnRecall | null = null;
  let told = false;

  return {
    async begin(prompt) {
      const gate = gateOf({ mode, prompt, bytesLeft: limits.recallSessionBytes - shown.bytes });
      told = false;
      turn = new RecallTurn({ ...options, clock, gate, shown, prompt });
      return turn.begin();
    },
    poll: () => turn?.poll() ?? [],
    async end({ withdrawn = false } = {}) {
      if (turn === null) return;
      last = turn.end(session());
      if (withdrawn) shown = turn.shownBefore;
      turn = null;
      await events?.record(last.receipt);
    },
    async see(ids) {
      const tags: string[] = [];
      for (const id of ids) {
        const memory = await store.read(id).catch(() => null);
        if (memory === null) continue;
        shown.see(memory.id, memory.version);
        tags.push(`${memory.id}@${memory.version}`);
      }
      return tags;
    },
    restart(state) {
      shown = createShown(state);
      turn?.useShown(shown);
    },
    news() {
      const isComplete = turn === null ? last !== null : turn.isComplete;
      if (told || !isComplete) return null;
      told = true;
      const names = turn?.names ?? last?.names ?? [];
      return names.length === 0 ? null : names;
    },
    last: () => last,
  };
}
