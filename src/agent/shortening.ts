import {
  fixedTokens,
  leftOutText,
  messageTokens,
  planCompaction,
  summaryText,
  type CompactionPlan,
  type ContextBlock,
  type PlanOptions,
} from "../context/index.ts";
import { isText, type ModelRequest, type Usage } from "../models/index.ts";
import type { From } from "../sessions/index.ts";
import { cutCharacters, estimateTokens, oneLine, systemReminder } from "../text/index.ts";
import { textBlock, type Conversation, type Shortening } from "./conversation.ts";
import type { SentMessage } from "./sent-message.ts";
import { summaryRoom } from "./summarise.ts";

/** What a request comes down to, as a share of what it must stay below: room for the next rounds. */
const GOAL_SHARE = 0.75;
/** Of the goal, for the last turns when those before are summarised. */
const KEEP_SHARE = 0.4;
/** Prompts of turns that are dropped unread, told in their place. */
const TOLD_PROMPTS = 20;
const TOLD_CHARACTERS = 200;
/** Share of the goal that those prompts may take. */
const TOLD_SHARE = 0.1;

/** What a compaction is planned with; tokens as the provider counts. */
export interface Measure {
  conversation: Conversation;
  request: ModelRequest;
  /** What the shorter request carries before its messages. */
  fresh: readonly ContextBlock[];
  /** Of the request as it is. */
  before: number;
  /** To come below. */
  limit: number;
  window: number;
  /** The person asked: all but the last turn is summarised. */
  asked: boolean;
}

/** How to get below the limit with a summary of what goes; null when nothing can be gained. */
export function planWithSummary(measure: Measure): CompactionPlan | null {
  const { options, goal } = planOptions(measure);
  const room = Math.max(0, goal - options.fixed - options.front - options.summary);
  return planCompaction({
    ...options,
    keep: measure.asked ? 0 : Math.min(room, goal * KEEP_SHARE),
    mustSummarise: measure.asked,
  });
}

/** How to get below the limit when nothing can be summarised: the last whole turns that fit are kept. */
export function planWithout(measure: Measure): CompactionPlan | null {
  // Who asks for a summary does not ask for a loss.
  if (measure.asked && measure.before <= measure.limit) return null;
  const { options, goal } = planOptions(measure);
  const told = Math.floor(goal * TOLD_SHARE);
  return planCompaction({
    ...options,
    keep: Math.max(0, goal - options.fixed - options.front - told),
    summary: told,
    mustSummarise: true,
  });
}

// The planner works in estimates; the provider's counts are brought to the same scale.
function planOptions({ conversation, request, fresh, before, limit, window }: Measure): {
  options: Omit<PlanOptions, "keep">;
  goal: number;
} {
  const { turns, elided } = conversation;
  const opening = conversation.opening === null ? 0 : messageTokens([conversation.opening]);
  const scale = before / Math.max(1, fixedTokens(request) + opening + messageTokens(turns));
  const textsAt = (wanted: ContextBlock["placement"]): string[] =>
    fresh.filter(({ placement }) => placement === wanted).map(({ text }) => text);
  const fixed = fixedTokens({ system: textsAt("system"), tools: request.tools });
  const front = messageTokens([{ content: textsAt("first-user").map(textBlock) }]);
  const goal = (limit * GOAL_SHARE) / scale;
  const messages = turns.map((message) => ({ content: message.content, startsTurn: startsTurn(message) }));
  const summary = summaryRoom(window);
  return { options: { messages, fixed, opening, front, goal, limit: limit / scale, summary, elided }, goal };
}

/** Whether the person speaks in this message. */
function startsTurn({ role, from = [] }: SentMessage): boolean {
  return role === "user" && (from.includes("person") || from.includes("attachment"));
}

/** What stands in front: fresh blocks, the summary, and the note on turns that were dropped unread. */
export interface Front {
  blocks: readonly ContextBlock[];
  summary: string;
  /** Of the call that wrote the summary. */
  usage?: Usage;
  /** Messages that nobody summarised. */
  dropped?: readonly SentMessage[];
  /** Estimated tokens of the window. */
  window: number;
}

/** The message that begins the conversation from now on. */
export function openingOf({
  blocks,
  summary,
  usage,
  dropped,
  window,
}: Front): NonNullable<Shortening["opening"]> {
  const parts: { text: string; from: From }[] = [
    ...blocks.map(({ text, source }) => ({ text, from: source })),
    ...(summary === "" ? [] : [{ text: systemReminder(summaryText(summary)), from: "summary" }]),
    ...(dropped === undefined ? [] : [{ text: systemReminder(droppedText(dropped, window)), from: "note" }]),
  ];
  return {
    summary,
    content: parts.map(({ text }) => textBlock(text)),
    from: parts.map(({ from }) => from),
    ...(usage === undefined ? {} : { usage }),
  };
}

// What the person said is short, and the last thing to lose.
function droppedText(dropped: readonly SentMessage[], window: number): string {
  const spoken = dropped.filter(startsTurn);
  const prompts = spoken.map(({ content, from = [] }) => {
    const words = content.flatMap((block, at) =>
      from[at] === "person" && isText(block) ? [block.text] : [],
    );
    return cutCharacters(oneLine(words.join(" ")), TOLD_CHARACTERS);
  });
  let room = Math.floor(window * TOLD_SHARE * GOAL_SHARE * 0.5);
  const told = prompts
    .filter((words) => words !== "")
    .slice(-TOLD_PROMPTS)
    .toReversed();
  const fitting = told.filter((words) => (room -= estimateTokens(words) + 2) > 0).toReversed();
  return leftOutText({ turns: spoken.length, prompts: fitting });
}
