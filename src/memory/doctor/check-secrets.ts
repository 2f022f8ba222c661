import type { SecretFinding, SecretGate } from "../../guard/index.ts";

/** A text to look for secrets in. */
export interface CheckedText {
  text: string;
}

// One look at many texts costs a fraction of a look at each: the gate is slow to start, not to read.
const BATCH = 64 * 1024;
const BETWEEN = "\n\n\n";

/** What the gate finds in each text; texts without a finding are left out. */
export async function findSecrets<Text extends CheckedText>(
  gate: SecretGate,
  texts: readonly Text[],
): Promise<Map<Text, SecretFinding[]>> {
  const found = new Map<Text, SecretFinding[]>();
  for (const batch of batchesOf(texts)) {
    const isClean =
      batch.length > 1 && (await gate.check(batch.map(({ text }) => text).join(BETWEEN))).length === 0;
    if (isClean) continue;
    for (const each of batch) {
      const findings = await gate.check(each.text);
      if (findings.length > 0) found.set(each, findings);
    }
  }
  return found;
}

function batchesOf<Text extends CheckedText>(texts: readonly Text[]): Text[][] {
  const batches: Text[][] = [];
  let size = Infinity;
  for (const each of texts) {
    if (size + each.text.length > BATCH) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(each);
    size += each.text.length;
  }
  return batches;
}
