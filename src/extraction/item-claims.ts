/** What an item claims, apart from its reasons and from the words that every note has. */
import { allTerms } from "../text/index.ts";
import { newTerms } from "./item-text.ts";

/** How a line of reasons begins: they are the model's to say, in the form that it is asked for. */
const REASON =
  /^\s*(?:[-*]\s+)?(?:\*\*|__)?(?:why|how to apply|how|when|reason|为什么|原因|理由|如何应用|如何使用|怎么用|何时|なぜ|適用|いつ|warum|grund|begründung|anwendung|wann)(?:\*\*|__)?\s*[:：]/iu;

/** Whether a line begins reasons. */
export function isReason(line: string): boolean {
  return REASON.test(line);
}

/** What a body states: each of its paragraphs up to a line of reasons. */
export function statementOf(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).map((paragraph) => {
    const lines = paragraph.split("\n");
    const reasons = lines.findIndex(isReason);
    return (reasons === -1 ? lines : lines.slice(0, reasons)).join("\n");
  });
  const stated = paragraphs.join("\n").trim();
  return stated === "" ? body : stated;
}

/** Words of wishes in general: they tell that one is stated, not which. */
const WISHING: ReadonlySet<string> = new Set(
  newTerms(
    "person user someone prefers preference preferred likes liked wants wanted wishes asked asks said told hates dislikes " +
      "always never must should please project from now on instead rule " +
      "说过 用户 喜欢 希望 想要 偏好 讨厌 要求 总是 一律 永远 必须 不要 应该 以后 项目",
    [],
  ),
);

/** The distinct terms that tell what is claimed. */
export function tellingTerms(terms: readonly string[]): string[] {
  return [...new Set(terms)].filter((term) => !WISHING.has(term));
}

/** The words of a claim, and characters of a script without spaces, not their pairs: these depend on what is between. */
export function claimWords(text: string): string[] {
  const words = allTerms(text).filter(({ kind, role }) => kind !== "pair" && role !== "stop");
  return tellingTerms(words.map((term) => term.text));
}
