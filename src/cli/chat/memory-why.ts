import type { RecallReceipt, SideReceipt, SkipReason } from "../../events/index.ts";
import type { TurnRecall } from "../../recall/index.ts";
import { formatCount } from "../../text/index.ts";
import { textOfWord } from "../closed-word.ts";
import { dropText } from "../drop-text.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The receipt of a turn, for the person who asks why: lines, which may be long. */
export function explainRecall(
  { receipt, nameOf }: TurnRecall,
  { colors, sessionBytes }: { colors: Terminal["colors"]; sessionBytes: number },
): string[] {
  const { bold, cyan, dim, yellow } = colors;
  const entry = (id: string, why: string, paint: (text: string) => string): string[] => {
    const name = nameOf.get(id);
    if (name === undefined) return [`  ${paint(showLine(id))}`, `    ${dim(showLine(why))}`];
    return [`  ${paint(showLine(name))}`, `    ${dim(showLine(`${id} · ${why}`))}`];
  };
  const brought = receipt.delivered.flatMap((delivery) =>
    entry(delivery.id, broughtBecause(receipt, delivery), cyan),
  );
  const dropped = weakLast(receipt.dropped);
  const left = dropped
    .slice(0, SHOWN_DROPPED)
    .flatMap(({ id, reason }) => entry(id, `${dropText(reason)}${scoreOf(receipt, id)}`, yellow));
  const more = dropped.length - SHOWN_DROPPED;
  if (more > 0) left.push(dim(`  and ${more} more`));
  const facts = [
    `recall ${receipt.mode}`,
    plural(receipt.memories, "memory", "memories"),
    `${Math.ceil(receipt.ms)} ms`,
  ];
  return [
    `${bold("memory in the last turn")} ${dim(`· ${facts.map(showLine).join(" · ")}`)}`,
    ...(brought.length === 0 ? ["nothing was brought"] : [bold("brought"), ...brought]),
    ...(left.length === 0 ? [] : [bold("left out"), ...left]),
    ...stagesOf(receipt).map(([stage, words]) => `${bold(stage)} ${dim(showLine(words))}`),
    dim(
      `${formatCount(receipt.sessionBytes)} of ${formatCount(sessionBytes)} bytes of this session are used`,
    ),
  ];
}

/** More would be a list of what nobody asked for. */
const SHOWN_DROPPED = 5;

function weakLast(dropped: RecallReceipt["dropped"]): RecallReceipt["dropped"] {
  return dropped.toSorted((left, right) => Number(left.reason === "weak") - Number(right.reason === "weak"));
}

function broughtBecause(
  receipt: RecallReceipt,
  { id, by, bytes, cut }: RecallReceipt["delivered"][number],
): string {
  const size = `${formatCount(bytes)} bytes${cut ? ", its body cut" : ""}`;
  const how = by === "lexical" ? `by its words${scoreOf(receipt, id)}` : "chosen by the side query";
  return `${how} · ${size}`;
}

/** ` · score 4.21 (name 1.20, body 3.01)`; empty where words did not count. */
function scoreOf({ lexical }: RecallReceipt, id: string): string {
  const candidate = "candidates" in lexical ? lexical.candidates.find((one) => one.id === id) : undefined;
  if (candidate === undefined) return "";
  const fields = Object.entries(candidate.fields).map(([field, value]) => `${field} ${value.toFixed(2)}`);
  return ` · score ${candidate.score.toFixed(2)}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`;
}

function stagesOf({ lexical, side }: RecallReceipt): [stage: string, words: string][] {
  const byWords =
    "skipped" in lexical
      ? skipText(lexical.skipped)
      : `${plural(lexical.candidates.length, "memory", "memories")} with words of the prompt, ${Math.ceil(lexical.ms)} ms`;
  return [
    ["by words", byWords],
    ["side query", "skipped" in side ? skipText(side.skipped) : sideText(side)],
  ];
}

function sideText({ model, outcome, failure, offered, selected, unknown, ms, tokens }: SideReceipt): string {
  const parts = [
    model,
    `${textOfWord(outcomes, outcome)}${failure === undefined ? "" : ` (${failure})`}`,
    `chose ${selected.length} of ${formatCount(offered)}`,
    ...(unknown === 0 ? [] : [`${plural(unknown, "name", "names")} not in the list`]),
    `${(ms / 1000).toFixed(1)} s`,
    ...(tokens === undefined
      ? []
      : [
          `${tokens.estimated === true ? "about " : ""}${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`,
        ]),
  ];
  return parts.join(" · ");
}

const outcomes: Readonly<Record<SideReceipt["outcome"], string>> = {
  delivered: "delivered",
  empty: "nothing to add",
  late: "late: the turn ended first",
  unusable: "its answer named no memories",
  timeout: "no answer in time",
  failed: "failed",
};

const skips: Readonly<Record<SkipReason, string>> = {
  off: "switched off",
  "no-words": "the prompt has no words to search for",
  "too-short": "not asked: the prompt is a single word",
  "no-memories": "there are no memories yet",
  "nothing-new": "not asked: this session has every memory already",
  "session-budget": "not asked: no room left for memories",
  scripted: "not asked: the model is scripted (--recall model asks it)",
  local: "not asked: the model runs on this machine (--recall model asks it)",
  stopped: "the turn was stopped first",
  failed: "failed: the memories could not be searched",
};

function skipText(reason: SkipReason): string {
  return textOfWord(skips, reason);
}

function plural(count: number, one: string, more: string): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`;
}
