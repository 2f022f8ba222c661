/**
 * Reads one simple command into its words, the way a shell would, without ever running a shell.
 * Whatever a shell would act on (operators, expansions, redirections, globs) is refused rather than
 * passed on as text, so that a command never means something else than what was read.
 */
export type SplitCommand = { ok: true; words: string[] } | { ok: false; problem: string };

const operators: Readonly<Record<string, string>> = {
  "|": "a pipe",
  "&": "the operator `&`",
  ";": "the operator `;`",
  "<": "a redirection",
  ">": "a redirection",
  "(": "a subshell",
  ")": "a subshell",
  $: "a variable or substitution",
  "`": "a substitution",
  "*": "an unquoted glob",
  "?": "an unquoted glob",
  "[": "an unquoted glob",
  "!": "an unquoted `!`",
};

const LONGEST = 20_000;

type Step = { next: number; text: string } | { problem: string };

/** Splits on blanks; knows `'...'`, `"..."` and `\x`. Everything else a shell acts on is a problem. */
export function splitCommand(command: string): SplitCommand {
  const words: string[] = [];
  let word: string | null = null;
  let bare = "";
  let at = 0;
  const unusable = unusableCharacter(command);
  if (unusable !== null) return { ok: false, problem: unusable };
  while (at < command.length) {
    const character = command.charAt(at);
    if (character === " " || character === "\t") {
      if (word !== null) words.push(word);
      word = null;
      bare = "";
      at += 1;
      continue;
    }
    const step = readPiece(command, at, word === null);
    if ("problem" in step) return { ok: false, problem: step.problem };
    if (step.next === at + 1 && step.text === character) bare += character;
    if (character === "}" && expandsBraces(bare)) return { ok: false, problem: "a brace expansion" };
    word = (word ?? "") + step.text;
    at = step.next;
  }
  if (word !== null) words.push(word);
  const [first] = words;
  if (first === undefined) return { ok: false, problem: "no command" };
  if (/^[A-Za-z_]\w*=/u.test(first)) return { ok: false, problem: "a variable assignment" };
  return { ok: true, words };
}

function unusableCharacter(command: string): string | null {
  if (/[\r\n]/u.test(command)) return "more than one line";
  if (command.length > LONGEST) return `more than ${LONGEST} characters`;
  if (command.includes("\0")) return "a NUL character";
  return null;
}

function readPiece(command: string, at: number, startsWord: boolean): Step {
  const character = command.charAt(at);
  if (character === "'") return readSingleQuoted(command, at);
  if (character === '"') return readDoubleQuoted(command, at);
  if (character === "\\") return readEscaped(command, at);
  const operator = operators[character];
  if (operator !== undefined) return { problem: operator };
  if (startsWord && character === "~") return { problem: "`~` (write the whole path)" };
  if (startsWord && character === "#") return { problem: "a comment" };
  return { next: at + 1, text: character };
}

function readSingleQuoted(command: string, at: number): Step {
  const end = command.indexOf("'", at + 1);
  if (end < 0) return { problem: "a quote that is never closed" };
  return { next: end + 1, text: command.slice(at + 1, end) };
}

function readDoubleQuoted(command: string, at: number): Step {
  let text = "";
  for (let position = at + 1; position < command.length; position += 1) {
    const character = command.charAt(position);
    if (character === '"') return { next: position + 1, text };
    if (character === "$" || character === "`") return { problem: "a variable or substitution" };
    const escaped = character === "\\" ? command.charAt(position + 1) : "";
    if (escaped !== "" && '\\"$`'.includes(escaped)) {
      text += escaped;
      position += 1;
    } else {
      text += character;
    }
  }
  return { problem: "a quote that is never closed" };
}

function readEscaped(command: string, at: number): Step {
  const code = command.codePointAt(at + 1);
  if (code === undefined) return { problem: "a backslash at the end" };
  const escaped = String.fromCodePoint(code);
  return { next: at + 1 + escaped.length, text: escaped };
}

// `a{b,c}` and `a{1..3}` are expanded by shells; `HEAD@{1}` is not.
function expandsBraces(bare: string): boolean {
  return /\{[^{}]*(?:,|\.\.)[^{}]*\}/u.test(bare);
}
