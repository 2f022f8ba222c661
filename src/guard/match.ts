/** Where a pattern found a secret. Offsets are UTF-16 units of the checked text; the value stays there. */
export interface SecretMatch {
  kind: string;
  start: number;
  end: number;
  /** True when the shape alone says whose key it is; such a match outranks a guess from context. */
  specific: boolean;
}
