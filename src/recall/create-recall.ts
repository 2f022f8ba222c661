import type { Model } from "../models/index.ts";
import { gateOf } from "./gate.ts";
import type { RecalledPart } from "./open-recalled.ts";
import type { RecallOptions, TurnRecall } from "./recall-options.ts";
import { RecallTurn } from "./recall-turn.ts";
import { shownIn, type SentMessage } from "./shown.ts";

/** What a prompt goes on with. */
export interface RecallConversation {
  /** Those before the prompt: what they hold is not shown again, and counts against the bytes of the session. */
  messages: readonly SentMessage[];
  /** The model that answers. */
  model: Model;
  /** Tokens that all recalled memories of the conversation may fill; as many as their bytes when left out. */
  tokens?: number;
  /** The person stops the turn: the search ends soon, and nothing is brought. */
  signal?: AbortSignal;
}

/** Memory for one conversation, turn by turn. Nothing here fails: without its memories a turn still runs. */
export interface Recall {
  /** What goes into the message of this prompt, at once; a side query begins. */
  begin(prompt: string, conversation: RecallConversation): Promise<RecalledPart[]>;
  /** What has come since; never waits. */
  poll(): RecalledPart[];
  /** The turn is over: what is still on its way is given up, and the receipt is recorded. */
  end(): Promise<void>;
  /** Memories that a tool read or saved are seen from now on; gives them as `scope/slug@version`, for the log. */
  see(ids: readonly string[]): Promise<string[]>;
  /** Names to tell the person of, once a turn: as soon as all that it brings has been brought. Null for nothing to tell. */
  news(): readonly string[] | null;
  /** The turn that runs, as it would be told if it ended now; null between turns. */
  current(): TurnRecall | null;
  /** The newest turn that is over, also of an earlier process; null before the first. */
  last(): Promise<TurnRecall | null>;
}

/** Recall for one conversation. */
export function createRecall(options: RecallOptions): Recall {
  const { store, limits, mode, events, session = () => undefined } = options;
  const clock = options.clock ?? (() => performance.now());
  let turn: RecallTurn | null = null;
  let last: TurnRecall | null = null;
  let isTold = true;

  return {
    async begin(prompt, { messages, model, tokens = Number.POSITIVE_INFINITY, signal }) {
      const shown = shownIn(messages, { bytes: limits.recallSessionBytes, tokens });
      const gate = gateOf({ mode, prompt, hasRoom: shown.hasRoom });
      turn = new RecallTurn({ ...options, clock, gate, shown, prompt, model });
      isTold = false;
      return turn.begin(signal);
    },
    poll: () => turn?.poll() ?? [],
    async end() {
      if (turn === null) return;
      last = turn.end(session());
      turn = null;
      await events?.record(last.receipt);
    },
    async see(ids) {
      const tags: string[] = [];
      for (const id of ids) {
        const memory = await store.read(id).catch(() => null);
        if (memory === null) continue;
        turn?.see(memory);
        tags.push(`${memory.id}@${memory.version}`);
      }
      return tags;
    },
    news() {
      if (isTold || turn?.isComplete === false) return null;
      isTold = true;
      const names = turn?.names ?? last?.names ?? [];
      return names.length === 0 ? null : names;
    },
    current: () => turn?.soFar(session()) ?? null,
    last: async () => last ?? (await recordedTurn(options)),
  };
}

/** The newest receipt of this conversation that was recorded. Names are not: they may be anything. */
async function recordedTurn({ events, session }: RecallOptions): Promise<TurnRecall | null> {
  const id = session?.();
  if (events === undefined || id === undefined) return null;
  for await (const receipt of events.newest("recall")) {
    if (receipt.session !== id) continue;
    return { receipt, names: receipt.delivered.map((one) => one.id), nameOf: new Map() };
  }
  return null;
}
