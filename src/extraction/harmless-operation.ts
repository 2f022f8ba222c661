import type { SecretGate } from "../guard/index.ts";
import { newTerms } from "./item-text.ts";
import { leaveOutSecrets, secretsIn } from "./left-out-secrets.ts";
import type { WantedOperation } from "./read-operations.ts";
import { withoutValues } from "./secret-values.ts";

/** Words that are left of an item without its secret, so that it still tells something. */
const TELLING_TERMS = 3;

/** What an item is cleaned by. */
interface SecretsOfTurn {
  gate: SecretGate;
  /** Values that were left out of the turn: an item may have one without what gives it away. */
  values: readonly string[];
  onSecret?: ((kind: string) => void) | undefined;
}

const fields = ["name", "description", "body", "quote", "reason", "slug"] as const;

/** The operation without the secrets in it; null where nothing is left that tells anything. */
export async function harmlessOperation(
  wanted: WantedOperation,
  { gate, values, onSecret }: SecretsOfTurn,
): Promise<{ operation: WantedOperation; hadSecret: boolean } | null> {
  const operation: WantedOperation = { ...wanted };
  for (const field of fields) {
    const text = wanted[field];
    if (text !== undefined) operation[field] = withoutValues(text, values);
  }
  const hadValue = fields.some((field) => operation[field] !== wanted[field]);
  const whole = fields.map((field) => operation[field] ?? "").join("\n\n");
  const findings = await secretsIn(whole, gate);
  if (findings.length === 0) {
    if (!hadValue) return { operation: wanted, hadSecret: false };
    return isTelling(operation) ? { operation, hadSecret: true } : null;
  }
  for (const kind of new Set(findings.map((finding) => finding.kind))) onSecret?.(kind);
  for (const field of fields) {
    const text = operation[field];
    if (text !== undefined) operation[field] = (await leaveOutSecrets(text, gate)).text;
  }
  const left = fields.map((field) => operation[field] ?? "").join("\n\n");
  const isClean = (await secretsIn(left, gate)).length === 0;
  return isClean && left !== whole && isTelling(operation) ? { operation, hadSecret: true } : null;
}

function isTelling({ body = "" }: WantedOperation): boolean {
  return newTerms(body.replaceAll(/\[left out: [^\]]*\]/g, " "), []).length >= TELLING_TERMS;
}
