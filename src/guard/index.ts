export type { SecretFinding, SecretGate } from "./gate.ts";
export { createSecretGate } from "./secret-gate.ts";
