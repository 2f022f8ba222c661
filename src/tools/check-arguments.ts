import { findTests, type CommandRule } from "./command-rules.ts";

/** The words that are no options, or the first thing that is not allowed. */
export type CheckedArguments =
  | {
      ok: true;
      /** The words that may name files: each must lie inside what may be read. */
      operands: string[];
    }
  | { ok: false; problem: string };

/** Checks the words behind a command against its rule. Pure: files are looked at by the caller. */
export function checkArguments(args: readonly string[], rule: CommandRule): CheckedArguments {
  if (rule.operands === "expression") return checkExpression(args);
  const operands: string[] = [];
  const seen = new Set<string>();
  let optionsEnded = false;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (optionsEnded || !word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    if (word === "--") {
      optionsEnded = true;
      continue;
    }
    const option = readOption(word, rule);
    if (option === null)
      return { ok: false, problem: `the option ${word} is not one that runs without asking` };
    seen.add(option.name);
    if (!option.takesNext) continue;
    index += 1;
    const value = args[index];
    if (value === undefined) return { ok: false, problem: `${word} needs a value` };
    if (value.startsWith("-")) return { ok: false, problem: `${word} has the odd value ${value}` };
  }
  return checkOperands(operands, rule, seen);
}

function checkOperands(operands: string[], rule: CommandRule, seen: ReadonlySet<string>): CheckedArguments {
  const first = operands[0];
  if (first === undefined) return { ok: true, operands };
  if (operands.includes("-")) return { ok: false, problem: "there is no standard input to read (`-`)" };
  switch (rule.operands) {
    case "none":
      // `date +%F` only prints; anything else would set the clock.
      if (operands.length === 1 && first.startsWith("+")) return { ok: true, operands: [] };
      return { ok: false, problem: `it takes no ${first} here` };
    case "listing":
      if (!seen.has("--list"))
        return { ok: false, problem: "branches are only listed (use --list with a pattern)" };
      return { ok: true, operands: [] };
    case "pattern-and-paths": {
      const patternGiven = seen.has("-e") || seen.has("--regexp");
      return { ok: true, operands: patternGiven ? operands : operands.slice(1) };
    }
    default:
      return { ok: true, operands };
  }
}

interface ReadOption {
  name: string;
  takesNext: boolean;
}

function readOption(word: string, rule: CommandRule): ReadOption | null {
  if (rule.flags.includes(word) || rule.optional.includes(word)) return { name: word, takesNext: false };
  if (rule.valued.includes(word)) return { name: word, takesNext: true };
  if (rule.countFlag && /^-\d+$/u.test(word)) return { name: word, takesNext: false };
  if (word.startsWith("--")) return readLongOption(word, rule);
  return readShortOptions(word, rule);
}

function readLongOption(word: string, rule: CommandRule): ReadOption | null {
  const equals = word.indexOf("=");
  if (equals < 0) return null;
  const name = word.slice(0, equals);
  return rule.valued.includes(name) || rule.optional.includes(name) ? { name, takesNext: false } : null;
}

// `-la` joins flags; the last letter may be an option with its value: `-n5`, `-in 5`.
function readShortOptions(word: string, rule: CommandRule): ReadOption | null {
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word.charAt(at)}`;
    if (rule.valued.includes(name)) return { name, takesNext: at === word.length - 1 };
    if (!rule.flags.includes(name)) return null;
  }
  return { name: word, takesNext: false };
}

// `find` reads its starting points up to the first word of its expression.
function checkExpression(args: readonly string[]): CheckedArguments {
  const start = args.findIndex((word) => word.startsWith("-"));
  const operands = start < 0 ? [...args] : args.slice(0, start);
  const expression = start < 0 ? [] : args.slice(start);
  for (let index = 0; index < expression.length; index += 1) {
    const word = expression[index] ?? "";
    const kind = Object.hasOwn(findTests, word) ? findTests[word] : undefined;
    if (kind === undefined)
      return { ok: false, problem: `find's ${word} is not one that runs without asking` };
    if (kind === "value") index += 1;
  }
  return { ok: true, operands };
}
