/** What a newer statement turns over of an older one: of two that contradict each other only one may be kept. */
import { claimWords, isReason, statementOf } from "./item-claims.ts";
import { clausesOf, opposingClauses, type Clause } from "./opposed.ts";

const SENTENCE_END = /(?<=[。！？；!?;]|\.(?=\s|$))/u;

/** The words by which a text turns over sentences of another one; none where it does not. */
export function overturningWords(text: string, known: string): string[] {
  const newer = statedIn(text);
  const sentences = statementOf(known).split("\n").flatMap(sentencesOf);
  return sentences.flatMap((sentence) => wordsAgainst(sentence, newer));
}

/** A body without the sentences that a newer text turns over, nor the reasons of what is gone. */
export function withoutOverturned(body: string, text: string): string {
  const newer = statedIn(text);
  const stands = (sentence: string): boolean => wordsAgainst(sentence, newer).length === 0;
  const left = blocksOf(body).map(({ stated, reasons }) => {
    const kept = stated.map((line) =>
      stands(line) ? line : sentencesOf(line).filter(stands).join("").trim(),
    );
    const isGone = !isBlank(stated) && isBlank(kept);
    return isGone ? "" : [...kept, ...reasons].join("\n").trim();
  });
  return left.filter((block) => block !== "").join("\n\n");
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}

function sentencesOf(line: string): string[] {
  return line.split(SENTENCE_END).filter((sentence) => sentence.trim() !== "");
}

/** A statement as it is compared with many sentences. */
interface Stated {
  clauses: readonly Clause[];
  /** The words of each of its sentences, in their order. */
  sentences: readonly ReadonlySet<string>[];
}

function statedIn(text: string): Stated {
  const stated = statementOf(text);
  const sentences = stated.split("\n").flatMap(sentencesOf);
  return {
    clauses: clausesOf(stated),
    sentences: sentences.map((sentence) => new Set(claimWords(sentence))),
  };
}

/** A text says the opposite of a sentence, or the same words the other way round: `tabs, not spaces`, `a before b`. */
function wordsAgainst(sentence: string, newer: Stated): string[] {
  const opposing = opposingClauses(newer.clauses, clausesOf(sentence));
  return opposing.length > 0 ? opposing : turnedAround(sentence, newer);
}

function turnedAround(sentence: string, newer: Stated): string[] {
  const words = claimWords(sentence);
  const saying = newer.sentences.filter((other) => words.every((word) => other.has(word)));
  const isKept = saying.some((other) => {
    const order = [...other].filter((word) => words.includes(word));
    return order.every((word, index) => word === words[index]);
  });
  return saying.length > 0 && !isKept ? words : [];
}

interface Block {
  stated: string[];
  reasons: string[];
}

/** Paragraphs, each with the reasons that follow it. */
function blocksOf(body: string): Block[] {
  let block: Block = { stated: [], reasons: [] };
  const blocks = [block];
  let isApart = false;
  for (const line of body.split("\n")) {
    if (isApart && line.trim() !== "" && !isReason(line)) blocks.push((block = { stated: [], reasons: [] }));
    const lines = isReason(line) || block.reasons.length > 0 ? block.reasons : block.stated;
    lines.push(line);
    isApart = line.trim() === "";
  }
  return blocks;
}
