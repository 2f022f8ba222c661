/** A secret that was found. Never holds the value. */
export interface SecretFinding {
  /** What kind, for people: `GitHub token`, `Stripe key`, `password in prose`. */
  kind: string;
  /** 1-based line of the checked text. */
  line: number;
}

/** Looks for secrets in text that is about to be kept. */
export interface SecretGate {
  /** All findings, by line. An empty list means the text may be kept. */
  check(text: string): Promise<SecretFinding[]>;
}
