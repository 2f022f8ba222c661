import type { SecretFinding, SecretGate } from "../guard/index.ts";

/** A text without the lines that hold secrets. */
export interface Withheld {
  text: string;
  /** What was left out: kinds, and lines of the text as it was. Never a value. */
  left: SecretFinding[];
}

const ROUNDS = 3;
const FINDINGS_AT_MOST = 100;
const LINES_OF_ONE = 20;

/**
 * Puts a note in the place of every line that holds a secret. A finding may begin on one line and have its
 * value on the next, and a private key is a block: those lines go too, and the rest is searched again.
 * Null where they could not be parted from the text within `milliseconds`.
 */
export async function withholdSecrets(
  text: string,
  { gate, milliseconds }: { gate: SecretGate; milliseconds: number },
): Promise<Withheld | null> {
  const end = performance.now() + milliseconds;
  let lines: NumberedLine[] = text.split("\n").map((words, index) => ({ words, number: index + 1 }));
  const left: SecretFinding[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const findings = await gate.check(textOf(lines));
    if (findings.length === 0) return { text: textOf(lines), left };
    if (round === ROUNDS || findings.length > FINDINGS_AT_MOST) break;
    const kept: NumberedLine[] = [];
    let done = 0;
    for (const { kind, line } of findings) {
      const index = line - 1;
      if (index < done) continue;
      if (performance.now() > end) return null;
      const behind = await endOfSecret(lines, index, gate);
      const number = lines[index]?.number ?? line;
      kept.push(...lines.slice(done, index), { words: `(left out here: ${kind})`, number });
      left.push({ kind, line: number });
      done = behind;
    }
    lines = [...kept, ...lines.slice(done)];
  }
  return null;
}

interface NumberedLine {
  words: string;
  number: number;
}

function textOf(lines: readonly NumberedLine[]): string {
  return lines.map((line) => line.words).join("\n");
}

/** Index of the first line behind the secret that begins at `start`. */
async function endOfSecret(lines: readonly NumberedLine[], start: number, gate: SecretGate): Promise<number> {
  const first = lines[start]?.words ?? "";
  if (/BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/iu.test(first)) {
    const end = lines.findIndex(
      ({ words }, index) => index >= start && /END [A-Z0-9 ]*PRIVATE KEY|Private-MAC/iu.test(words),
    );
    return end === -1 ? lines.length : end + 1;
  }
  for (let end = start + 1; end <= Math.min(lines.length, start + LINES_OF_ONE); end += 1) {
    if ((await gate.check(textOf(lines.slice(start, end)))).length > 0) return end;
  }
  return start + 1;
}
