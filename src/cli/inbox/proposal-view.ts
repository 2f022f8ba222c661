import { reasonText, type Difference, type Proposal } from "../../extraction/index.ts";
import { differenceLines } from "../difference-lines.ts";
import { showLine, showText } from "../terminal/show.ts";
import type { Colors } from "../terminal/terminal.ts";
import { agoOf, titleOf } from "./proposal-rows.ts";

/** A proposal whole: what it would change, why it waits, and the words that it rests on. */
export function proposalView(
  proposal: Proposal,
  { differences, colors, now }: { differences: readonly Difference[]; colors: Colors; now: Date },
): string[] {
  const { bold, cyan, dim, yellow } = colors;
  const { id, op, memory, reason, rationale, created } = proposal;
  const facts = [memory?.type, memory?.scope, agoOf(created, now)].filter((fact) => fact);
  return [
    `${cyan(showLine(id))} ${yellow(op)}${facts.length === 0 ? "" : dim(` · ${facts.join(" · ")}`)}`,
    `  ${bold(showLine(titleOf(proposal)))}`,
    `  ${dim("waits because")} ${reasonText(reason)}`,
    ...(rationale === undefined ? [] : [`  ${dim("the model says")} ${showLine(rationale)}`]),
    ...evidenceLines(proposal, colors),
    ...differences.flatMap((difference) => [
      "",
      ...differenceView(difference, colors).map((line) => `  ${line}`.trimEnd()),
    ]),
  ];
}

function evidenceLines({ evidence }: Proposal, { dim }: Colors): string[] {
  const { session, n, quote } = evidence;
  const from = session === undefined ? [] : [`session ${showLine(session)}`];
  const record = n === undefined ? [] : [`record ${n}`];
  const words = quote === "" ? [] : showText(quote).split("\n");
  return [
    ...(from.length === 0 ? [] : [`  ${dim([...from, ...record].join(" · "))}`]),
    ...words.map((line) => `  ${dim("│")} ${line}`.trimEnd()),
  ];
}

/** What happens to one memory. */
function differenceView({ title, before, after }: Difference, colors: Colors): string[] {
  const { bold, dim } = colors;
  const fate =
    after === null ? (before === null ? "is gone" : "goes") : before === null ? "is new" : "changes";
  return [`${bold(showLine(title))} ${dim(fate)}`, ...differenceLines(before ?? "", after ?? "", colors)];
}
