import type { RecallReceipt, SideReceipt, SkipReason } from "../../events/index.ts";
import type { TurnRecall } from "../../recall/index.ts";
import { formatCount } from "../../text/index.ts";
import { dropText } from "../drop-text.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The receipt of a turn, for the person who asks why: lines. */
export function explainRecall(
  turn: TurnRecall,
  {
    terminal: { colors, width },
    sessionBytes,
  }: { terminal: Pick<Terminal, "colors" | "width">; sessionBytes: number },
): string[] {
  const { bold, cyan, dim, yellow } = colors;
  const { receipt, nameOf } = turn;
  const rowOf = (id: string, why: string): string[] => [nameOf.get(id) ?? "", id, why].map(showLine);
  const table = (rows: readonly string[][], paint: (text: string) => string): string[] =>
    renderTable(
      [
        { paint, least: 10 },
        { paint: dim, least: 12, dispensable: 1 },
        { flexible: true, least: 20 },
      ],
      rows,
      width - 2,
    ).map((line) => `  ${line}`);
  const brought = receipt.delivered.map(({ id, ...how }) =>
    rowOf(id, broughtBecause(receipt, { id, ...how })),
  );
  const left = receipt.dropped.map(({ id, reason }) =>
    rowOf(id, `${dropText(reason)}${scoreOf(receipt, id)}`),
  );
  return [
    `${bold("memory in the last turn")} ${dim(`· recall ${receipt.mode} · ${plural(receipt.memories, "memory", "memories")} · ${receipt.ms} ms before the prompt was sent`)}`,
    ...(brought.length === 0 ? ["nothing was brought"] : [bold("brought"), ...table(brought, cyan)]),
    ...(left.length === 0 ? [] : [bold("left out"), ...table(left, yellow)]),
    ...stagesOf(receipt).map(([stage, words]) => `${bold(stage)} ${dim(showLine(words))}`),
    dim(
      `${formatCount(receipt.sessionBytes)} of ${formatCount(sessionBytes)} bytes of this session are used`,
    ),
  ];
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
      : `${plural(lexical.candidates.length, "memory", "memories")} with words of the prompt, ${lexical.ms} ms`;
  return [
    ["by words", byWords],
    ["side query", "skipped" in side ? skipText(side.skipped) : sideText(side)],
  ];
}

function sideText({ model, outcome, failure, offered, selected, unknown, ms, tokens }: SideReceipt): string {
  const parts = [
    model,
    `${outcomes[outcome]}${failure === undefined ? "" : ` (${failure})`}`,
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
  "session-budget": "not asked: the bytes of this session are spent",
  scripted: "not asked: the model is scripted (--recall model asks it)",
  local: "not asked: the model runs on this machine (--recall model asks it)",
  failed: "failed: the memories could not be searched",
};

function skipText(reason: SkipReason): string {
  return skips[reason];
}

function plural(count: number, one: string, more: string): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`;
}
