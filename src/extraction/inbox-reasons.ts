import type { Proposal } from "./proposal.ts";

/** Why a proposal waits and was not simply done: half a sentence for the person. */
export function reasonText(reason: Proposal["reason"]): string {
  return Object.hasOwn(texts, reason) ? (texts[reason] ?? unsure) : unsure;
}

const unsure = "it is better seen first";

const texts: Readonly<Partial<Record<string, string>>> = {
  review: "you wish to see every note first",
  "no-quote": "no words of yours in that turn say it",
  "not-extracted": "it changes what you or the agent wrote",
  "repeats-injected": "it sets right what was read in the conversation",
  "missing-target": "what it would change is not there",
  "changed-target": "what it would change was changed meanwhile",
  duplicate: "a memory says nearly the same already",
  "near-duplicates": "these memories say nearly the same",
};
