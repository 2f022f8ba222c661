import type {
  ExtractionFigures,
  ExtractionReason,
  ExtractionSkip,
  RecallFigures,
} from "../../events/index.ts";
import { formatCount } from "../../text/index.ts";
import { percent } from "../figures.ts";
import { bar } from "./bar.ts";
import { barCells, dotted, type Layout } from "./layout.ts";
import { countOf } from "./short-count.ts";

/** How recall did, turn by turn. */
export function recallLines(figures: RecallFigures, { colors, days }: Layout & { days: number }): string[] {
  const { bold, dim, green, yellow } = colors;
  const { turns, delivered, late, empty, failed, notAsked, memories, side } = figures;
  const head = `${bold("recall")}  ${dim(`last ${days} days`)}`;
  if (turns === 0) return [`${head} ${dim("· no turns")}`];
  const asked = Object.values(side).reduce((sum, count) => sum + count, 0);
  const chose =
    asked === 0
      ? ""
      : `side queries: ${formatCount(asked)} asked, ${formatCount(side.delivered)} delivered, ${formatCount(side.late)} late`;
  return [
    `${head} ${dim(`· ${countOf(turns, "turn")}`)}`,
    `  ${dotted(
      green(`${formatCount(delivered)} delivered`),
      late > 0 ? yellow(`${formatCount(late)} late`) : "0 late",
      `${formatCount(empty)} empty`,
      failed > 0 ? yellow(`${formatCount(failed)} failed`) : "",
      notAsked > 0 ? `${formatCount(notAsked)} not asked` : "",
    )}`,
    ...(memories === 0 && chose === ""
      ? []
      : [
          dim(`  ${dotted(memories > 0 ? `${countOf(memories, "memory", "memories")} brought` : "", chose)}`),
        ]),
  ];
}

/** What extraction made of finished turns. */
export function extractionLines(
  figures: ExtractionFigures,
  { colors, days }: Layout & { days: number },
): string[] {
  const { bold, dim, green, yellow } = colors;
  const { turns, read, kept, proposed, dropped, failed, secrets } = figures;
  const head = `${bold("extraction")}  ${dim(`last ${days} days`)}`;
  if (turns === 0) return [`${head} ${dim("· no turns")}`];
  const why = reasonsText(figures.reasons, reasonWords);
  const passedOver = reasonsText(figures.skipped, skipWords);
  return [
    `${head} ${dim(`· ${countOf(turns, "turn")}, ${formatCount(read)} read`)}`,
    `  ${dotted(
      green(`${formatCount(kept)} kept`),
      `${formatCount(proposed)} to the inbox`,
      `${formatCount(dropped)} dropped`,
      failed > 0 ? yellow(`${countOf(failed, "call")} without an answer`) : "",
      secrets > 0 ? yellow(`${countOf(secrets, "secret")} left out`) : "",
    )}`,
    ...(why === "" ? [] : [dim(`  why: ${why}`)]),
    ...(passedOver === "" ? [] : [dim(`  not read: ${passedOver}`)]),
  ];
}

/** The tokens that notes may still cost today, and what waits for the person. */
export function budgetLines(
  { spent, limit, left }: { spent: number; limit: number; left: number },
  { colors, width, waiting }: Layout & { waiting: number },
): string[] {
  const { bold, cyan, dim, green, yellow } = colors;
  const share = spent / limit;
  const paint = left === 0 ? yellow : green;
  const strokes = bar(share, barCells(width)).replace(/█+/u, paint).replace(/░+/u, dim);
  return [
    `${bold("budget")}  ${dim("of notes today")}`,
    `  ${strokes} ${percent(share)} ${dim(`· ${formatCount(left)} of ${formatCount(limit)} tokens left`)}`,
    waiting === 0
      ? dim("  nothing waits in the inbox")
      : `  ${countOf(waiting, "proposal waits", "proposals wait")} in the inbox ${dim(`· ${cyan("daybook inbox")}`)}`,
  ];
}

function reasonsText<Key extends string>(
  counts: Partial<Record<Key, number>>,
  words: Readonly<Record<Key, string>>,
): string {
  const entries = Object.entries(counts) as [Key, number][];
  return entries
    .toSorted(([, left], [, right]) => right - left)
    .map(([key, count]) => `${words[key]} ${formatCount(count)}`)
    .join(", ");
}

const reasonWords: Readonly<Record<ExtractionReason | "other", string>> = {
  review: "for review",
  secret: "a secret",
  "relative-date": "no absolute date",
  "code-place": "a place in code",
  duplicate: "known already",
  "no-quote": "not in your words",
  "not-extracted": "written by you or the agent",
  "missing-target": "nothing to change",
  "changed-target": "changed meanwhile",
  rejected: "rejected before",
  invalid: "no memory",
  "over-limit": "too many",
  "inbox-full": "the inbox was full",
  "repeats-injected": "repeats memory",
  failed: "not written",
  other: "other",
};

const skipWords: Readonly<Record<ExtractionSkip | "other", string>> = {
  "saved-in-turn": "the agent saved itself",
  "no-words": "no words of yours",
  "day-budget": "budget spent",
  unfinished: "no answer",
  other: "other",
};
