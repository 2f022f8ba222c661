export type { SecretFinding, SecretGate } from "./gate.ts";
