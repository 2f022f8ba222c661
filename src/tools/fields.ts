/** Kinds of a tool's fields. `strings` that came as numbers or booleans are not guessed at. */
export type FieldKind = "string" | "integer";

type FieldValue<Kind extends FieldKind> = Kind extends "string" ? string : number;
type FieldsOf<Kinds extends Record<string, FieldKind>> = {
  [Name in keyof Kinds]: FieldValue<Kinds[Name]> | undefined;
};

/** The named fields, or the first problem. `null` counts as left out, `"12"` as an integer; others are dropped. */
export function parseFields<Kinds extends Record<string, FieldKind>>(
  input: unknown,
  kinds: Kinds,
): { ok: true; value: FieldsOf<Kinds> } | { ok: false; problem: string } {
  if (!isRecord(input)) {
    return { ok: false, problem: `the input must be an object with ${Object.keys(kinds).join(", ")}` };
  }
  const value: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const given = input[name];
    if (given === undefined || given === null) continue;
    const field = kind === "integer" ? asInteger(given) : given;
    const fits = kind === "integer" ? Number.isSafeInteger(field) : typeof field === "string";
    if (!fits) {
      return { ok: false, problem: `${name} must be ${kind === "integer" ? "a whole number" : "a string"}` };
    }
    value[name] = field;
  }
  return { ok: true, value: value as FieldsOf<Kinds> };
}

/** Whether a tool's input is an object at all. */
export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

function asInteger(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}$/u.test(value) ? Number(value) : value;
}
