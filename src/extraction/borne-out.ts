/** Whose words bear an item out: what the person wants must be theirs, and what only a tool told is nobody's word. */
import type { Memory } from "../memory/index.ts";
import { newTerms, wholeText } from "./item-text.ts";
import type { Operation, TurnText } from "./operation.ts";

/** The part of what is claimed about a person that must be in their words; half could be the subject alone. */
const SPOKEN_SHARE = 0.5;

const REASONS = /^\s*[-*]?\s*(?:\*\*)?(?:why|how to apply|reason|为什么|原因|如何应用|怎么用)\b|^\s*\*\*/iu;
/** Words of wishes in general: they tell that one is stated, not which. */
const WISHING = new Set(
  newTerms(
    "person user someone prefers preference preferred likes liked wants wanted wishes asked asks said told hates dislikes " +
      "always never must should please project from now on instead rule " +
      "用户 喜欢 希望 想要 偏好 讨厌 要求 总是 一律 永远 必须 不要 应该 以后 项目",
    [],
  ),
);
const ABOUT_PERSON =
  /\b(?:(?:the )?(?:person|user|human|developer)(?:'s)? (?:\w+ )?(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|wishes|favou?rs?|enjoys?|needs?|expects?|asked|never|always)|(?:prefers?|likes?|dislikes?) )|(?:用户|他|她)(?:\p{Script=Han}{0,3})(?:喜欢|偏好|希望|想要|讨厌|习惯|要求)|ユーザーは|(?:der|die) (?:Nutzer|Benutzer|Person)(?:in)? (?:bevorzugt|mag|möchte|will)/iu;

/** Says something about the person or what they want, whatever type it is given. */
export function isPersonal({ type, scope, description, body }: Operation): boolean {
  if (type === "user" || type === "feedback" || scope === "user") return true;
  return ABOUT_PERSON.test(`${description}\n${body}`);
}

/**
 * Whether the turn bears an item out. A true quote can stand beside an invention, so of what is claimed about the
 * person more than half must be words of theirs; of anything else, some word must have been said.
 */
export function isBorneOut(operation: Operation, target: Memory | null, turn: TurnText): boolean {
  if (operation.op === "forget" || !isPersonal(operation)) return sharesWords(operation, turn);
  const claimed = telling(newTerms(statementOf(operation.body), target === null ? [] : [wholeText(target)]));
  if (claimed.length === 0) return sharesWords(operation, turn);
  const spoken = new Set(newTerms(turn.person, []));
  return claimed.filter((term) => spoken.has(term)).length > claimed.length * SPOKEN_SHARE;
}

/**
 * Whether most of an item are words that the person did not say and that stand together in a tool's output, a file or
 * recalled text: put in other words by the model, it is still theirs.
 */
export function retellsInjected(
  operation: Operation,
  target: Memory | null,
  { turn, passages }: { turn: TurnText; passages: () => readonly ReadonlySet<string>[] },
): boolean {
  const own = target === null ? [turn.person] : [turn.person, wholeText(target)];
  const claimed = telling(newTerms(statementOf(operation.body), []));
  const foreign = telling(newTerms(statementOf(operation.body), own));
  if (foreign.length < LEAST_RETOLD || foreign.length * 2 <= claimed.length) return false;
  return passages().some(
    (passage) => foreign.filter((term) => passage.has(term)).length * 2 > foreign.length,
  );
}

/** One word may stand anywhere. */
const LEAST_RETOLD = 2;
/** What belongs together stands in so many lines; a whole text holds every word. */
const PASSAGE_LINES = 3;

/** The terms of each few lines in a row of what was injected, read once for all items of an answer. */
export function passagesOf(texts: readonly string[]): ReadonlySet<string>[] {
  return texts.flatMap((text) => {
    const lines = text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [newTerms(line, [])]));
    const last = Math.max(1, lines.length - PASSAGE_LINES + 1);
    return Array.from({ length: last }, (_, at) => new Set(lines.slice(at, at + PASSAGE_LINES).flat()));
  });
}

function sharesWords(operation: Operation, turn: TurnText): boolean {
  const said = new Set(newTerms(`${turn.person}\n${turn.agent}`, []));
  return newTerms(wholeText(operation), []).some((term) => said.has(term));
}

function telling(terms: readonly string[]): string[] {
  return [...new Set(terms)].filter((term) => !WISHING.has(term));
}

/** What a body states, without why and how to apply, which are the model's to say. */
function statementOf(body: string): string {
  const lines = body.split("\n");
  const reasons = lines.findIndex((line, at) => at > 0 && REASONS.test(line));
  return (reasons === -1 ? lines : lines.slice(0, reasons)).join("\n");
}
