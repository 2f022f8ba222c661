import type { SecretMatch } from "./match.ts";
import { isPlaceholder } from "./value-shape.ts";

/**
 * Keys that their maker gave a recognisable form, private key blocks, and credentials in addresses.
 * A run of key characters is entered only at its start, so each text is read once per pattern.
 */

interface TokenForm {
  kind: string;
  /** Source of the fixed beginning. */
  prefix: string;
  /** Character class of the rest. */
  rest: string;
  /** Characters the rest has at least. */
  length: number;
  /** Says no to look-alikes. */
  accept?: (rest: string) => boolean;
}

const word = "[A-Za-z0-9]";
const dashed = "[A-Za-z0-9_-]";

const tokenForms: readonly TokenForm[] = [
  { kind: "Stripe key", prefix: "(?:sk|rk)_(?:live|test)_", rest: word, length: 10 },
  { kind: "Stripe webhook secret", prefix: "whsec_", rest: "[A-Za-z0-9+/=]", length: 20 },
  { kind: "Google API key", prefix: "AIza", rest: dashed, length: 32 },
  { kind: "Google OAuth secret", prefix: "GOCSPX-", rest: dashed, length: 20 },
  { kind: "Google access token", prefix: "ya29\\.", rest: dashed, length: 20 },
  { kind: "GitHub token", prefix: "gh[pousr]_", rest: word, length: 30 },
  { kind: "GitHub token", prefix: "github_pat_", rest: "[A-Za-z0-9_]", length: 30 },
  { kind: "GitLab token", prefix: "gl(?:pat|ptt|dt|rt|soat|cbt)-", rest: dashed, length: 18 },
  { kind: "Slack token", prefix: "xox[abeoprs]-", rest: "[A-Za-z0-9-]", length: 12 },
  { kind: "AWS access key", prefix: "(?:AKIA|ASIA)", rest: "[A-Z0-9]", length: 16, accept: isNoExample },
  { kind: "Alibaba Cloud key", prefix: "LTAI", rest: word, length: 12, accept: hasDigit },
  { kind: "Tencent Cloud key", prefix: "AKID", rest: word, length: 32 },
  { kind: "npm token", prefix: "npm_", rest: word, length: 30 },
  { kind: "PyPI token", prefix: "pypi-", rest: dashed, length: 40, accept: hasDigit },
  { kind: "Hugging Face token", prefix: "hf_", rest: word, length: 30 },
  { kind: "Docker token", prefix: "dckr_(?:pat|oat)_", rest: dashed, length: 20 },
  { kind: "SendGrid key", prefix: "SG\\.", rest: "[A-Za-z0-9_.-]", length: 40 },
  { kind: "DigitalOcean token", prefix: "do[opr]_v1_", rest: "[a-f0-9]", length: 40 },
  { kind: "xAI key", prefix: "xai-", rest: word, length: 40 },
  { kind: "Groq key", prefix: "gsk_", rest: word, length: 40 },
  { kind: "Telegram bot token", prefix: "\\d{8,10}:AA", rest: dashed, length: 32 },
  { kind: "age secret key", prefix: "AGE-SECRET-KEY-1", rest: "[A-Z0-9]", length: 40 },
  { kind: "Anthropic key", prefix: "sk-ant-", rest: dashed, length: 16, accept: isKeyLike },
  { kind: "API key (sk-...)", prefix: "sk-(?!ant-)", rest: dashed, length: 16, accept: isKeyLike },
];

// After a letter, digit, `_` or `-` a run has begun already; but `\n` may also be written out.
const runStart = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))`;
// A long key is often wrapped: its second half then stands alone at the start of the next line.
const wrapped = (rest: string): string => String.raw`(?:[ \t]*\r?\n[ \t>]*(${rest}+)(?![A-Za-z0-9_-]))?`;

const compiledForms = tokenForms.map((form) => ({
  form,
  expression: new RegExp(`${runStart}${form.prefix}(${form.rest}{6,})${wrapped(form.rest)}`, "g"),
}));

/** Finds keys of known makers, JSON web tokens, private keys, and passwords inside addresses. */
export function findTokens(text: string): SecretMatch[] {
  return [...findForms(text), ...findWebTokens(text), ...findPrivateKeys(text), ...findInAddresses(text)];
}

function findForms(text: string): SecretMatch[] {
  return compiledForms.flatMap(({ form, expression }) =>
    matchesOf(text, expression).flatMap((match) => {
      const [whole, rest = "", continued] = match;
      const isWhole = rest.length >= form.length;
      const value = isWhole || continued === undefined || !hasDigit(continued) ? rest : rest + continued;
      const isSecret =
        value.length >= form.length && !/^[xX*]+$/.test(value) && (form.accept?.(value) ?? true);
      return isSecret ? [toMatch(form.kind, match.index, whole)] : [];
    }),
  );
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/** The key that AWS prints in its own documentation ends so. */
function isNoExample(rest: string): boolean {
  return !rest.endsWith("EXAMPLE");
}

/** One part of a real key is long and mixed; `sk-learn-pipeline-notes` is words only. */
function isKeyLike(rest: string): boolean {
  return rest
    .split("-")
    .some((part) => (part.length >= 12 && /\d/.test(part) && /[A-Za-z]/.test(part)) || part.length >= 20);
}

const webToken = new RegExp(
  String.raw`${runStart}eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
  "g",
);

function findWebTokens(text: string): SecretMatch[] {
  return matchesOf(text, webToken).map((match) => toMatch("JSON web token", match.index, match[0]));
}

const privateKey = /-{2,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File-\d/gi;

function findPrivateKeys(text: string): SecretMatch[] {
  return matchesOf(text, privateKey).map((match) => toMatch("private key", match.index, match[0]));
}

// `alpine:3.18@sha256:...` is an image with its checksum.
const address = /:\/\/[^\s/?#:@"'`]{0,100}:([^\s/@"'`]{1,200})@(?!sha\d)[\w[$<{%]/g;
const login = /(?<![\w-])(?:-u|--user)[ =]["']?[^\s:"'`]{1,64}:([^\s"'`]{3,128})/g;
// `mysql -p shop` asks for the password of the database `shop`; only what is glued to `-p` is one. `-p3306:3306` are ports.
const databaseLogin =
  /(?<![\w-])(?:mysql(?:dump|admin|import|show|check)?|mariadb(?:-dump|-admin)?)(?=[ \t])[^\n|;&]{0,160}?[ \t]-p(?!\d{1,5}:\d)["']?(?=[\w!@#$%^*+<{[])([^\s"'`，。；、]{3,128})/g;
const passwordOption =
  /(?<![\w-])(?:sshpass[ \t]{1,4}-p[ \t]{0,4}|redis-cli(?=[ \t])[^\n|;&]{0,120}?[ \t]-a[ \t]{1,4})["']?([^\s"'`，。；、]{4,128})/g;

function findInAddresses(text: string): SecretMatch[] {
  return [
    ...matchesOf(text, address).map((match) => ({ match, kind: "password in an address" })),
    ...[login, databaseLogin, passwordOption].flatMap((expression) =>
      matchesOf(text, expression).map((match) => ({ match, kind: "password on a command line" })),
    ),
  ]
    .filter(({ match }) => !isStandIn(match[1] ?? ""))
    .map(({ match, kind }) => ({ ...toMatch(kind, match.index, match[0]), specific: true }));
}

/** `user:password@localhost` in every manual. */
function isStandIn(password: string): boolean {
  return isPlaceholder(password) || /^(?:password|passwd|pass|pwd|secret)$/i.test(password);
}

function matchesOf(text: string, expression: RegExp): RegExpExecArray[] {
  return [...text.matchAll(expression)];
}

function toMatch(kind: string, start: number, whole: string): SecretMatch {
  return { kind, start, end: start + whole.length, specific: true };
}
