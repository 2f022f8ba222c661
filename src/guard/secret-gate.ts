import type { SecretFinding, SecretGate } from "./gate.ts";
import type { SecretMatch } from "./match.ts";
import type { Scanner } from "./secretlint.ts";

/**
 * The gate before every write: own patterns, then secretlint's. It is closed when it cannot look:
 * `check` fails with `internal` if secretlint cannot be loaded and the own patterns found nothing.
 */
export function createSecretGate(load: () => Promise<Scanner> = loadScanner): SecretGate {
  let scanner: Promise<Scanner> | undefined;
  return {
    async check(text) {
      if (text.trim() === "") return [];
      const own = await findOwn(text);
      try {
        const scan = await (scanner ??= load());
        return toFindings(text, [...own, ...(await scan(text))]);
      } catch (error) {
        scanner = undefined;
        if (own.length === 0) throw error;
        return toFindings(text, own);
      }
    },
  };
}

async function loadScanner(): Promise<Scanner> {
  return (await import("./secretlint.ts")).loadSecretlint();
}

/** What daybook's own patterns find. They are loaded by the first check: who only reads needs none. */
async function findOwn(text: string): Promise<SecretMatch[]> {
  const { findTokens } = await import("./token-patterns.ts");
  const { findLabelledSecrets } = await import("./labelled-secrets.ts");
  return [...findTokens(text), ...findLabelledSecrets(text)];
}

function toFindings(text: string, matches: readonly SecretMatch[]): SecretFinding[] {
  const lineOf = lineCounter(text);
  const seen = new Set<string>();
  return withoutGuesses(matches)
    .toSorted((left, right) => left.start - right.start)
    .map(({ kind, start }) => ({ kind, line: lineOf(start) }))
    .filter(({ kind, line }) => {
      const key = `${line} ${kind}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
}

/** `password = ghp_...` is a GitHub token and need not be called a password as well. */
function withoutGuesses(matches: readonly SecretMatch[]): SecretMatch[] {
  const specific = matches
    .filter((match) => match.specific)
    .toSorted((left, right) => left.start - right.start);
  return matches.filter((match) => match.specific || !overlapsAny(match, specific));
}

function overlapsAny(match: SecretMatch, sorted: readonly SecretMatch[]): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? 0) < match.start) low = middle + 1;
    else high = middle;
  }
  const next = sorted[low];
  const before = sorted[low - 1];
  return (next !== undefined && next.start < match.end) || (before !== undefined && before.end > match.start);
}

/** Lines of ascending offsets, counting from 1 in one pass. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let position = text.indexOf("\n");
  return (offset) => {
    for (; position !== -1 && position < offset; position = text.indexOf("\n", position + 1)) line += 1;
    return line;
  };
}
