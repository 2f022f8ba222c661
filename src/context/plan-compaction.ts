import { isToolResult, type Block } from "../models/index.ts";
import { blockTokens, messageTokens } from "./message-tokens.ts";

/** A message of the conversation as the planner sees it. */
export interface PlanMessage {
  content: readonly Block[];
  /** It holds the person's words: a turn begins here, and only here a conversation may be cut. */
  startsTurn: boolean;
}

/** What a compaction is planned from. All counts are estimated tokens of the same making. */
export interface PlanOptions {
  /** Without what an earlier compaction put in front. */
  messages: readonly PlanMessage[];
  /** System and tools, as they will be. */
  fixed: number;
  /** What an earlier compaction put in front; it stays where nothing is summarised. */
  opening: number;
  /** What stands in front instead where turns are summarised, besides the summary. */
  front: number;
  /** What a request should come down to. */
  goal: number;
  /** What a request must come down to: above it even outputs go that the model has not seen yet. */
  limit: number;
  /** What the last turns may take when those before are summarised. */
  keep: number;
  /** Room for the summary. */
  summary: number;
  /** Results that are left out already, by the id of their call. */
  elided: ReadonlySet<string>;
  /** Older turns are summarised even if leaving out outputs would do. */
  mustSummarise?: boolean;
}

/** What to do. Messages before `firstKept` are summarised (none when it is 0); the results of `elide` are left out. */
export interface CompactionPlan {
  firstKept: number;
  /** Ids of calls. */
  elide: string[];
  /** Estimated tokens of a request afterwards. */
  after: number;
}

/** Results shorter than this stay: the line in their place would save nothing. */
const WORTH_TOKENS = 120;
/** What is left of a result: the line that says how long it was. */
const LINE_TOKENS = 30;
/** Turns at the end whose outputs the model may still be working with. */
const FRESH_TURNS = 2;
/** Share of the goal that leaving out outputs must come down to, or the next request would be too long again. */
const ENOUGH = 0.8;

interface Result {
  id: string;
  gain: number;
  /** Number of its message. */
  at: number;
}

/**
 * The cheapest way to the goal: leave out old outputs; else summarise the turns before the last ones;
 * and where the last turns alone are too long, leave out outputs in them. Null when nothing can be gained.
 */
export function planCompaction(options: PlanOptions): CompactionPlan | null {
  const { messages, fixed, opening, goal, limit, mustSummarise = false } = options;
  const starts = messages.flatMap(({ startsTurn }, at) => (startsTurn ? [at] : []));
  const results = longResults(options);
  if (!mustSummarise) {
    const old = results.filter(({ at }) => at < (starts.at(-FRESH_TURNS) ?? 0));
    const elided = leaveOut(old, {
      total: fixed + opening + messageTokens(messages),
      goal: goal * ENOUGH,
    });
    if (elided.ids.length > 0 && elided.total <= goal * ENOUGH)
      return { firstKept: 0, elide: elided.ids, after: elided.total };
  }
  const firstKept = firstKeptOf(options, starts);
  const before = firstKept === 0 ? opening : options.front + options.summary;
  const kept = results.filter(({ at }) => at >= firstKept);
  const isNewest = ({ at }: Result): boolean => at === messages.length - 1;
  const total = fixed + before + messageTokens(messages.slice(firstKept));
  const seen = leaveOut(
    kept.filter((result) => !isNewest(result)),
    { total, goal },
  );
  const unseen = leaveOut(kept.filter(isNewest), { total: seen.total, goal: limit });
  const elide = [...seen.ids, ...unseen.ids];
  return firstKept === 0 && elide.length === 0 ? null : { firstKept, elide, after: unseen.total };
}

/** The number of the message that begins the last whole turns which fit in so many tokens; the last turn always does. */
export function lastTurnsWithin(messages: readonly PlanMessage[], tokens: number): number {
  const starts = messages.flatMap(({ startsTurn }, at) => (startsTurn ? [at] : []));
  let first = starts.at(-1) ?? 0;
  for (const start of starts.toReversed()) {
    if (start < first && messageTokens(messages.slice(start)) > tokens) break;
    first = start;
  }
  return first;
}

function firstKeptOf({ messages, keep }: PlanOptions, starts: readonly number[]): number {
  const [first = 0] = starts;
  const kept = lastTurnsWithin(messages, keep);
  // What stands before the first turn is no turn: nobody asked anything yet.
  return kept <= first ? 0 : kept;
}

// Oldest first, as far as needed.
function leaveOut(
  results: readonly Result[],
  { total, goal }: { total: number; goal: number },
): { ids: string[]; total: number } {
  const ids: string[] = [];
  let rest = total;
  for (const { id, gain } of results) {
    if (rest <= goal) break;
    ids.push(id);
    rest -= gain;
  }
  return { ids, total: rest };
}

function longResults({ messages, elided }: PlanOptions): Result[] {
  return messages.flatMap(({ content }, at) =>
    content.filter(isToolResult).flatMap((block) => {
      const gain = elidableTokens(block) - LINE_TOKENS;
      return elided.has(block.tool_use_id) || gain < WORTH_TOKENS
        ? []
        : [{ id: block.tool_use_id, gain, at }];
    }),
  );
}

// Notes that arrived with a result stay.
function elidableTokens(block: Block): number {
  const { content } = block as { content?: unknown };
  const first = Array.isArray(content) ? (content[0] as Block | undefined) : undefined;
  return first === undefined ? blockTokens(block) : blockTokens(first);
}
