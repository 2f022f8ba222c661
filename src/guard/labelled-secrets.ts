import {
  isKeyGiven,
  isLinePassGiven,
  isLoginPassGiven,
  isLonePassGiven,
  isPairedPassGiven,
  isPasswordGiven,
  isPhraseGiven,
} from "./given-values.ts";
import { readLabelledValue } from "./labelled-value.ts";
import type { LabelledValue } from "./labelled-value.ts";
import type { SecretMatch } from "./match.ts";
import { findPasswordsBefore } from "./password-before.ts";

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
  /(?<!\p{L})(?:парол[ьяею]|wachtwoord|lösenord|hasło|heslo|parola|şifre|salasana|mật khẩu)(?!\p{L})/giu,
  /密码|密碼|口令|パスワード|비밀번호/g,
  /(?<![A-Za-z])(?:pwd|pw|PWD|PW|Pwd|Pw)(?![A-Za-z])|(?<=[a-z])Pwd(?![A-Za-z])/g,
  /(?<=[_-])(?<!(?:multi|single|double|one|two|three|first|second|final|last|band|low|high|by)-)pass(?![a-z])/gi,
];

const phraseLabels: readonly RegExp[] = [
  /(?:pass|seed|recovery|mnemonic)[ _-]?phrase(?![A-Za-z])|(?<![A-Za-z])mnemonic(?![A-Za-z])|助记词/gi,
];

// `pass` alone is a verb, a count or a render pass more often than a password, so a sign has to follow.
const loginPassLabels: readonly RegExp[] = [
  /(?<=(?:user(?:name)?|login|account|账号|帐号|用户名?)["'`*]{0,3}[ \t]{0,3}[:=：＝][^\n]{0,80}(?<![\w-]))pass(?=["'`*]{0,3}[ \t]{0,3}[:=：＝])/gi,
  /(?<![\w-])pass(?==[^\s=])/gi,
];
const linePassLabels: readonly RegExp[] = [
  /(?<=^[ \t]{0,8}(?:[-*>][ \t]{1,3})?["'`*]{0,3})[Pp]ass(?=["'`*]{0,3}[ \t]{0,3}[:=：＝])/gm,
];
const lonePassLabels: readonly RegExp[] = [/(?<![\w-]|--- )pass(?=["'`*]{0,3}[ \t]{0,3}[:=：＝])/gi];

// `user deploy and pass x`, `credentials for the host: deploy / x`: said of a login, so only what is no word counts.
const pairedPassLabels: readonly RegExp[] = [
  /(?<=(?<![\w-])(?:user(?:name)?|login|account)[ \t]{1,3}["'`]?[\w.@-]{1,40}["'`]?(?:,|,?[ \t]{1,3}(?:and|with|und|et|y|e))[ \t]{1,3})pass(?=[ \t])/gi,
  /(?<=(?<![\w-])(?:credentials?|logins?|account|Zugangsdaten|identifiants|credenciales|账号|帐号)[^\n:：/]{0,60}[:：][ \t]{0,3}[\w.@-]{1,40}[ \t])\/(?=[ \t])/gi,
];

const keyLabels: readonly RegExp[] = [
  /(?:api|secret|access|private|signing|encryption|master|account|shared|service|license|auth|app|deploy|session)[ _-]?keys?(?![A-Za-z])/gi,
  /(?<!public[ _-]?key[ _-]?)(?:token|secret|credential|bearer)(?![A-Za-z])/gi,
  /密钥|秘钥|金鑰|私钥|令牌|凭证/g,
];

// Joined names in code are mostly about a secret (`passwordInput`), so the ending must name a place: `apiKeyProd`.
const joinedPasswordLabels: readonly RegExp[] = [/[pP]ass(?:word|wd|phrase|code)(?=[A-Z][a-z])/g];
const joinedKeyLabels: readonly RegExp[] = [
  /(?:[aA]pi|[sS]ecret|[aA]ccess|[pP]rivate|[sS]igning|[eE]ncryption|[mM]aster|[aA]uth|[dD]eploy)Key(?=[A-Z][a-z])/g,
  /(?:[tT]oken|[sS]ecret)(?=[A-Z][a-z])/g,
];

const kinds: readonly LabelKind[] = [
  { kind: "password", labels: passwordLabels, accept: isPasswordGiven },
  { kind: "password", labels: phraseLabels, accept: isPhraseGiven },
  { kind: "password", labels: loginPassLabels, accept: isLoginPassGiven },
  { kind: "password", labels: linePassLabels, accept: isLinePassGiven },
  { kind: "password", labels: lonePassLabels, accept: isLonePassGiven },
  { kind: "password", labels: pairedPassLabels, accept: isPairedPassGiven },
  { kind: "password", labels: joinedPasswordLabels, accept: atPlace(isPasswordGiven) },
  { kind: "secret key or token", labels: keyLabels, accept: isKeyGiven },
  { kind: "secret key or token", labels: joinedKeyLabels, accept: atPlace(isKeyGiven) },
];

/** Finds values that a label gives away, in assignments and in prose, English and Chinese. */
export function findLabelledSecrets(text: string): SecretMatch[] {
  return [...kinds.flatMap((kind) => findOfKind(text, kind)), ...findPasswordsBefore(text)];
}

function findOfKind(text: string, { kind, labels, accept }: LabelKind): SecretMatch[] {
  return labels.flatMap((label) =>
    [...text.matchAll(label)].flatMap((match): SecretMatch[] => {
      const given = readLabelledValue(text, match.index + match[0].length);
      if (given === null || !accept(given, match[0])) return [];
      return [{ kind, start: match.index, end: given.end, specific: false }];
    }),
  );
}

function atPlace(accept: LabelKind["accept"]): LabelKind["accept"] {
  return (given, label) => given.tail === "place" && accept(given, label);
}
