import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { newTerms } from "./item-text.ts";
import { leaveOutSecrets } from "./left-out-secrets.ts";
import type { WantedOperation } from "./read-operations.ts";

/** Words that are left of an item without its secret, so that it still tells something. */
const TELLING_TERMS = 3;

/** The operation without the secrets in it; null where nothing is left that tells anything. */
export async function harmlessOperation(
  wanted: WantedOperation,
  { gate, onSecret }: { gate: SecretGate; onSecret?: ((kind: string) => void) | undefined },
): Promise<{ operation: WantedOperation; hadSecret: boolean } | null> {
  const fields = ["name", "description", "body", "quote", "reason", "slug"] as const;
  const whole = fields.map((field) => wanted[field] ?? "").join("\n\n");
  const findings = await secretsIn(whole, gate);
  if (findings.length === 0) return { operation: wanted, hadSecret: false };
  for (const kind of new Set(findings.map((finding) => finding.kind))) onSecret?.(kind);
  const operation: WantedOperation = { ...wanted };
  for (const field of fields) {
    const text = wanted[field];
    if (text !== undefined) operation[field] = (await leaveOutSecrets(text, gate)).text;
  }
  const left = fields.map((field) => operation[field] ?? "").join("\n\n");
  const isClean = (await secretsIn(left, gate)).length === 0;
  const told = newTerms((operation.body ?? "").replaceAll(/\[left out: [^\]]*\]/g, " "), []);
  const isTelling = told.length >= TELLING_TERMS && left !== whole;
  return isClean && isTelling ? { operation, hadSecret: true } : null;
}

/** Also of a key that was broken over lines: it is whole again without their ends. */
async function secretsIn(text: string, gate: SecretGate): Promise<SecretFinding[]> {
  const texts = [text, text.replace(/\s*\n\s*/g, " "), text.replace(/(?<=\S)\n[ \t]*(?=\S)/g, "")];
  return (await Promise.all([...new Set(texts)].map((each) => gate.check(each)))).flat();
}
