/** Whose words bear an item out: what is claimed about the person must be theirs. */
import type { Memory } from "../memory/index.ts";
import { statementOf, tellingTerms } from "./item-claims.ts";
import { newTerms, wholeText } from "./item-text.ts";
import type { Operation, TurnText } from "./operation.ts";
import { overturningWords } from "./overturned.ts";

/** The part of what is claimed about a person that must be in their words; half could be the subject alone. */
const SPOKEN_SHARE = 0.5;

/** What may stand between who is spoken of and what they want. */
const MEANWHILE =
  "(?:(?:\\w+ly|\\w+n['’]t|also|always|often|never|still|now|has|had|does|do|not|would) ){0,3}";
const WISHES =
  "(?:(?:prefer|like|love|hate|dislike|want|favou?r|enjoy)s?|wish(?:es)?|asked (?:for|that|to))(?!\\p{L})";
/** Sentences about the person of the chat. _The user_ alone can be whoever uses the project. */
const ABOUT_PERSON: readonly RegExp[] = [
  /\bthe (?:person|human)\b(?! (?:in|of|from|on|at|who|that|responsible)\b)/iu,
  new RegExp(`\\b(?:user|developer|person|human|they|s?he) ${MEANWHILE}${WISHES}`, "iu"),
  new RegExp(
    `\\b(?:user|developer|person|human) ${MEANWHILE}(?:expects?|insists?|needs?|never|always)\\b`,
    "iu",
  ),
  /\b(?:user|developer|person)['’]s (?:\w+ )?(?:preferred|preferences?|tastes?|habits?|wish(?:es)?)\b/iu,
  /\b(?:prefers?|likes|dislikes|favou?rite)\b|\bseems? to (?:like|prefer|want)\b/iu,
  /(?:^|[.;:!?]\s)\s*(?:wants|loves|hates|enjoys|wishes)\b/imu,
  /(?:用户|使用者|本人|对方|此人|他|她)(?:\p{Script=Han}{0,3})(?:喜欢|喜好|爱用|偏爱|偏好|倾向|希望|想要|想用|讨厌|习惯|要求)|偏爱|更喜欢/u,
  /ユーザーは|(?:^|[^\p{L}])(?:der|die) (?:nutzer|benutzer|person|entwickler)(?:in)? (?:bevorzugt|mag|möchte|will|wünscht|hasst|liebt)(?!\p{L})/iu,
];

/** Says something about the person or what they want, whatever type it is given. */
export function isPersonal({ type, scope, name, description, body }: Operation): boolean {
  if (type === "user" || type === "feedback" || scope === "user") return true;
  const text = [name, description, body].join("\n");
  return ABOUT_PERSON.some((sentence) => sentence.test(text));
}

/**
 * Whether the turn bears an item out. A true quote can stand beside an invention, so of what is claimed about the
 * person more than half must be words of theirs; of anything else, some word must have been said.
 */
export function isBorneOut(operation: Operation, target: Memory | null, turn: TurnText): boolean {
  const { person, agent } = turn;
  if (operation.op === "forget" || !isPersonal(operation))
    return sharesWords(operation, `${person}\n${agent}`);
  const claimed = claimedTerms(operation, target);
  if (claimed.length === 0) return sharesWords(operation, person);
  const spoken = new Set(newTerms(person, []));
  return claimed.filter((term) => spoken.has(term)).length > claimed.length * SPOKEN_SHARE;
}

/** Title and line tell in words of the model when a note is useful: they claim something where the body does not. */
function claimedTerms({ name, description, body }: Operation, target: Memory | null): string[] {
  const known = target === null ? [] : [wholeText(target)];
  const news = newTerms(statementOf(body), known);
  if (target !== null) news.push(...overturningWords(body, target.body));
  const stated = tellingTerms(news);
  return stated.length > 0 ? stated : tellingTerms(newTerms(`${name}\n${description}`, known));
}

function sharesWords(operation: Operation, text: string): boolean {
  const said = new Set(newTerms(text, []));
  return newTerms(wholeText(operation), []).some((term) => said.has(term));
}
