import type { AssembledContext, ContextSource } from "../context/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Block, Model, Usage } from "../models/index.ts";
import type { Append } from "../sessions/index.ts";
import type { Approve, Tool } from "../tools/index.ts";
import type { SentMessage } from "./sent-message.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentHistory } from "./history.ts";
import type { TurnRecall } from "./turn-recall.ts";

/** What a conversation is made of. */
export interface AgentOptions {
  model: Model;
  /** In the order the model sees them, the same for the whole session. */
  tools: readonly Tool[];
  /** Read once; a compaction and another model have them read again, from a fresh set where this is a function. */
  sources: readonly ContextSource[] | (() => readonly ContextSource[]);
  limits: Pick<Limits, "contextShare" | "compactionReserveTokens" | "compactionShare" | "modelSilenceMs">;
  /** `false` makes a sub-agent: no memory guide, no index, no Memory tool. */
  memory?: boolean;
  /** Asks the person before a call that needs their word. Left out: such a call is refused with the reason. */
  approve?: Approve;
  /** Where records go before they are remembered; nowhere when left out. */
  append?: Append;
  /** A conversation that goes on, with this or another model; nothing of it is appended again. */
  history?: AgentHistory;
  /** Brings memories that matter to a prompt; not asked by a sub-agent without memory. */
  recall?: TurnRecall;
  /** Told of what was spent, once a turn and once a compaction, also of those that failed. Must not throw. */
  onCost?: (cost: AgentCost) => void;
  /**
   * Called when all of a turn is recorded, however it ended; not for a sub-agent without memory. The next
   * prompt waits for it, and what it throws is passed over.
   */
  afterTurn?: (turn: EndedTurn) => void;
  /** Tokens, where the person knows the window better than the model's table. */
  window?: number;
  /** Requests of one turn at most. */
  maxRounds?: number;
}

/** What the requests of one turn, or of one compaction, cost together. */
export interface AgentCost {
  purpose: "chat" | "compaction";
  /** Which was asked. */
  model: Model["info"];
  usage: Usage;
}

/** A turn that is over, and in the log as far as it came. */
export interface EndedTurn {
  /** Number of the record with the person's words. */
  begin: number;
  /** Who answered. */
  model: Model;
}

/** What goes with one turn. */
export interface RunOptions {
  /** Ends the turn; the conversation stays valid and the next prompt works. */
  signal?: AbortSignal;
  /** Files and outputs that the person put beside the prompt: sent with it, but not their words. */
  attached?: readonly Block[];
}

/** What goes with a compaction that the person asks for. */
export interface CompactOptions {
  /** What they want kept above all. */
  wish?: string;
  signal?: AbortSignal;
}

/** One conversation with a model. */
export interface Agent {
  readonly model: Model["info"];
  /** Runs one turn. Its last event is `turn-end`, also when it failed; one turn at a time. */
  run(prompt: string | readonly Block[], options?: RunOptions): AsyncGenerator<AgentEvent, void>;
  /** Summarises all but the last turns. Events as of a turn, `turn-end` last; not while a turn runs. */
  compact(options?: CompactOptions): AsyncGenerator<AgentEvent, void>;
  /** Another model answers from the next prompt on; the conversation and its log go on. Not while a turn runs. */
  useModel(model: Model): void;
  /** What the next request would send, besides the new prompt. */
  messages(): readonly SentMessage[];
  /** What the conversation begins with; computed once, and again after a compaction or for another model. */
  context(): Promise<AssembledContext>;
  /** Of the last request, as the provider counted; null before the first. */
  lastUsage(): Usage | null;
  /** Tokens of the window that shares are computed from. */
  readonly window: number;
}
