import type {
  ExtractionOutcome,
  ExtractionReason,
  ExtractionReceipt,
  ExtractionSkip,
} from "../../events/index.ts";
import { totalTokens } from "../../events/index.ts";
import { formatCount } from "../../text/index.ts";
import { textOfWord } from "../closed-word.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What was noted of the last turn that was read, and why the rest was not: lines, which may be long. */
export function explainNotes(receipt: ExtractionReceipt, colors: Terminal["colors"]): string[] {
  const { bold, dim } = colors;
  const facts = [
    `extract ${receipt.mode}`,
    ...costOf(receipt),
    ...(receipt.calls > 0 ? [`${receipt.ms} ms`] : []),
  ];
  return [
    `${bold("notes of the last turn")} ${dim(`· ${facts.map(showLine).join(" · ")}`)}`,
    ...whatHappened(receipt).map((line) => `  ${showLine(line)}`),
  ];
}

function costOf({ calls, model, tokens }: ExtractionReceipt): string[] {
  if (calls === 0) return [];
  const about = tokens?.estimated === true ? "about " : "";
  return [
    ...(model === undefined ? [] : [model]),
    ...(calls > 1 ? [`${calls} calls`] : []),
    ...(tokens === undefined ? [] : [`${about}${formatCount(totalTokens(tokens))} tokens`]),
  ];
}

function whatHappened({ skipped, mode, answer, failure, items, secrets }: ExtractionReceipt): string[] {
  if (skipped !== undefined) return [textOfWord(skips, skipped)];
  if (mode === "nudge") return ["no model was asked; a standing wish reminds the next turn"];
  const lines = items.map(outcomeText);
  if (lines.length === 0) lines.push(answerText(answer, failure));
  if (secrets > 0) lines.push(secrets === 1 ? "a secret was left out" : `${secrets} secrets were left out`);
  return lines;
}

function outcomeText({ op, to, id, reason }: ExtractionOutcome): string {
  const why = reason === undefined ? "" : `: ${textOfWord(reasons, reason)}`;
  switch (to) {
    case "memory":
      return `${op === "forget" ? "forgot" : "noted"} ${id ?? ""}${why}`;
    case "inbox":
      return `waits in the inbox as ${id ?? ""}${why}`;
    case "nowhere":
      return `left out${why}`;
  }
}

function answerText(answer: ExtractionReceipt["answer"], failure: string | undefined): string {
  switch (answer) {
    case "unusable":
      return "the model's answer could not be read";
    case "timeout":
      return "the model did not answer in time";
    case "failed":
      return `the model could not be asked${failure === undefined ? "" : ` (${failure})`}`;
    default:
      return "nothing was worth keeping";
  }
}

const skips: Readonly<Record<ExtractionSkip, string>> = {
  "saved-in-turn": "not read: the agent saved or deleted a memory itself",
  "no-words": "not read: it had no words of yours",
  "day-budget": "not read: the day's tokens for notes are spent",
  unfinished: "not read: it did not end with an answer",
};

const reasons: Readonly<Record<ExtractionReason, string>> = {
  review: "the mode is review",
  secret: "it held a secret",
  "relative-date": "it told a day without its date",
  "code-place": "it was a place in the code, which code tells itself",
  duplicate: "memory says so already",
  "no-quote": "no such words of yours stand in the turn",
  "not-extracted": "what it would change was written by you or the agent",
  "missing-target": "what it would change is not there",
  "changed-target": "what it would change has changed since",
  rejected: "you rejected it before",
  invalid: "it was not whole, or of no known kind",
  "over-limit": "more than one turn may bring",
  "inbox-full": "the inbox is full: accept or reject what waits first",
  "repeats-injected": "it repeats what was put into the conversation",
  failed: "it could not be written",
};
