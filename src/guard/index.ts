export type { SecretFinding, SecretGate } from "./gate.ts";
export { mayHoldSecret } from "./may-hold-secret.ts";
export { createSecretGate } from "./secret-gate.ts";
