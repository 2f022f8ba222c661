import { readLabelledValue } from "./labelled-value.ts";
import type { LabelledValue } from "./labelled-value.ts";
import type { SecretMatch } from "./match.ts";
import { isOrdinaryWord } from "./ordinary-words.ts";
import { isGeneralTerm, isPlaceholder, isPointer, looksLikePassword, looksRandom } from "./value-shape.ts";

/**
 * Secrets known by what stands before them: `password`, `密码`, `api_key`, `Bearer`. A label alone is
 * nothing ("the password field is required"); what counts is the value it is given, and how.
 */

interface LabelKind {
  kind: string;
  labels: readonly RegExp[];
  accept: (given: LabelledValue, label: string) => boolean;
}

const passwordLabels: readonly RegExp[] = [
  /(?<!\/etc\/)(?:pass(?:word|wd|phrase|code)|passwort|kennwort|contraseña|mot de passe|senha)s?(?![A-Za-z])/gi,
  /密码|密碼|口令|パスワード|비밀번호/g,
  /(?<![A-Za-z])(?:pwd|pw|PWD|PW|Pwd|Pw)(?![A-Za-z])|(?<=[a-z])Pwd(?![A-Za-z])/g,
  /(?<=[_-])pass(?![a-z])/gi,
];

const keyLabels: readonly RegExp[] = [
  /(?:api|secret|access|private|signing|encryption|master|account|shared|service|license|auth|app|deploy|session)[ _-]?keys?(?![A-Za-z])/gi,
  /(?<!public[ _-]?key[ _-]?)(?:token|secret|credential|bearer)(?![A-Za-z])/gi,
  /密钥|秘钥|金鑰|私钥|令牌|凭证/g,
];

const kinds: readonly LabelKind[] = [
  { kind: "password", labels: passwordLabels, accept: isPasswordGiven },
  { kind: "secret key or token", labels: keyLabels, accept: isKeyGiven },
];

/** Finds values that a label gives away, in assignments and in prose, English and Chinese. */
export function findLabelledSecrets(text: string): SecretMatch[] {
  return kinds.flatMap(({ kind, labels, accept }) =>
    labels.flatMap((label) =>
      [...text.matchAll(label)].flatMap((match): SecretMatch[] => {
        const given = readLabelledValue(text, match.index + match[0].length);
        if (given === null || !accept(given, match[0])) return [];
        return [{ kind, start: match.index, end: given.end, specific: false }];
      }),
    ),
  );
}

function isPasswordGiven(given: LabelledValue, label: string): boolean {
  const { value, joint, quoted, closed } = given;
  if (joint === "blank") return closed && value.length >= 6 && /\d/.test(value) && looksLikePassword(value);
  if (looksLikePassword(value)) return true;
  if (given.distant || given.wrapped || joint === "cell") return false;
  if (isPlaceholder(value) || isPointer(value)) return false;
  if (quoted) return isQuotedPassword(value);
  if (/^\d{4,}$/.test(value)) return closed;
  // `pwd: main` is more often a folder than a password.
  const isShortLabel = label.length < 4;
  return !isShortLabel && closed && /^[A-Z]?[a-z]{3,}$|^[A-Z]{4,}$/.test(value) && !isOrdinaryWord(value);
}

/** In quotes anything of some length counts, except what is a word about passwords. */
function isQuotedPassword(value: string): boolean {
  if (value.length < 4 || isGeneralTerm(value)) return false;
  return value.split(/\s+/).some((word) => !isOrdinaryWord(word));
}

function isKeyGiven(given: LabelledValue): boolean {
  const { value, joint } = given;
  if (joint === "blank") return value.length >= 20 && looksRandom(value) && !/^[0-9a-f-]+$/i.test(value);
  return looksRandom(value);
}
