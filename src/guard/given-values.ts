import type { LabelledValue } from "./labelled-value.ts";
import { isOrdinaryWord } from "./ordinary-words.ts";
import { isGeneralTerm, isPlaceholder, isPointer, looksLikePassword, looksRandom } from "./value-shape.ts";

/** Whether a value is a secret, seen from the label it was given: the weaker the label, the more its shape must say. */

/** After `password`, `密码`, `db_pass`. */
export function isPasswordGiven(given: LabelledValue, label: string): boolean {
  const { value, joint, closed } = given;
  if (given.linesBelow > (joint === "verb" ? 0 : 1) && !closed) return false;
  if (joint === "naming" && isNamedPassword(value)) return true;
  if (joint === "blank" || joint === "naming")
    return closed && value.length >= 6 && /\d/.test(value) && looksLikePassword(value);
  if (looksLikePassword(value)) return true;
  if (given.distant || given.linesBelow > 0 || joint === "cell" || given.tail === "other") return false;
  if (isPlaceholder(value) || isPointer(value)) return false;
  if (given.quotes !== "none") return isQuotedPassword(value);
  if (/^\d{4,}$/.test(value)) return closed;
  if (joint === "copula") return false;
  // `pwd: main` is more often a folder than a password.
  const isShortLabel = label.length < 4;
  return !isShortLabel && closed && /^[A-Z]?[a-z]{3,}$|^[A-Z]{4,}$/.test(value) && !isOrdinaryWord(value);
}

/** In quotes anything of some length counts, except what is a word about passwords. */
function isQuotedPassword(value: string): boolean {
  if (value.length < 4 || isGeneralTerm(value)) return false;
  return value.split(/\s+/).some((word) => !isOrdinaryWord(word));
}

/** `password "letmein"`: with nothing between, one plain word that is not about passwords. */
function isNamedPassword(value: string): boolean {
  if (looksLikePassword(value)) return !/\s/.test(value);
  return /^[a-z]{5,}$/.test(value) && isQuotedPassword(value);
}

/** After `pass` where only a login can be meant: `user: admin, pass: x`, `pass=x`. */
export function isLoginPassGiven(given: LabelledValue): boolean {
  if (!isPassGiven(given)) return false;
  if (looksLikePassword(given.value)) return !isVerdict(given.value);
  return given.quotes !== "none" && /^\S{5,}$/.test(given.value) && isQuotedPassword(given.value);
}

/** After a user that is named before it: what has the form of no password but of a platform or a name does not count. */
export function isPairedPassGiven(given: LabelledValue, label: string): boolean {
  return isPasswordGiven(given, label) && !/^[a-z]+(?:[._-][a-z]+)*[._-]?\d{0,2}$/i.test(given.value);
}

/** After `pass` at the start of a line, which may also tell what passed: `pass: hunter2`, not `pass: src/gate2`. */
export function isLinePassGiven(given: LabelledValue): boolean {
  return isLoginPassGiven(given) && given.closed && given.value.length >= 6 && !isResultName(given.value);
}

/** After `pass` anywhere: `the pass: Qwer1234`, not `tests that pass: node20`. */
export function isLonePassGiven(given: LabelledValue): boolean {
  return isLinePassGiven(given) && !/^[A-Za-z]+\d{0,2}$/.test(given.value);
}

function isPassGiven(given: LabelledValue): boolean {
  return given.joint === "sign" && given.linesBelow === 0 && !given.distant && given.tail === "none";
}

/** `12/12`, `98%ok`: a count of what passed. */
function isVerdict(value: string): boolean {
  return /^\d+[/%]/.test(value);
}

/** A commit, a ticket, a variable, a file, a test, a platform with its version: what one says to have passed. */
function isResultName(value: string): boolean {
  if (/^[0-9a-f]{7,40}$/.test(value) || /^[A-Z]+-?\d+$/.test(value) || value.includes("/")) return true;
  if (/^[a-z]+(?:[A-Z][a-z]+)+\d{0,2}$/.test(value)) return true;
  return /[._-]/.test(value) && !/[!@#$%^&+]/.test(value);
}

/** After `api_key`, `token`, `密钥`. */
export function isKeyGiven(given: LabelledValue): boolean {
  const { value, joint } = given;
  if (joint === "blank" || joint === "naming")
    return value.length >= 20 && looksRandom(value) && !/^[0-9a-f-]+$/i.test(value);
  return looksRandom(value);
}

const functionWords = new Set(
  (
    "a about above across after all along among and any are as at be because been before behind below beneath beside between both but by " +
    "can cannot could does done down during each either every everyone except for from had has have how however into its just like may " +
    "might must near never nobody none not nothing off once one only onto or our out over per shall should since so some somebody " +
    "someone something such than that the their them then there these they this those though through till to too two three four five " +
    "six seven eight nine ten twelve under unless until unto up upon via was were what whatever when whenever where which while who " +
    "whose why will with within without would yet you your word words character characters letter letters digit digits symbol symbols " +
    "long passphrase phrase password"
  ).split(" "),
);
/** A seed phrase is so long, from a fixed list of words, in which these are not. */
const SEED_LENGTH = 12;
const sentenceWords = new Set("the and for with from not are was has your its".split(" "));
const toldAbout =
  /^(?:read|kept|sent|set|written|given|known|held|lost|typed|hidden|ask|see|use|enter|leave|type|get|take|run|look|press|contact|managed|stored|saved|shared|made|built|put|\w+ed)$/;

/** After `passphrase`: four or more words with no sentence in them, `correct horse battery staple`. */
export function isPhraseGiven(given: LabelledValue): boolean {
  if (given.joint !== "sign" && given.joint !== "verb") return false;
  const words = given.words.map((word) => word.toLowerCase());
  if (words.length >= SEED_LENGTH && !words.some((word) => sentenceWords.has(word))) return true;
  const first = words.findIndex((word) => functionWords.has(word));
  const phrase = first === -1 ? words : words.slice(0, first);
  if (phrase.length < 4 || toldAbout.test(phrase[0] ?? "")) return false;
  return phrase.filter((word) => isOrdinaryWord(word)).length <= 1;
}
