import { isRecord } from "../text/index.ts";

/** Kinds of a tool's fields. `strings` that came as numbers or booleans are not guessed at. */
export type FieldKind = keyof FieldValues;

interface FieldValues {
  string: string;
  integer: number;
  boolean: boolean;
}

/** The named fields that were given. */
export type GivenFields<Kinds extends Record<string, FieldKind>> = {
  [Name in keyof Kinds]?: FieldValues[Kinds[Name]];
};

type FieldsOf<Kinds extends Record<string, FieldKind>> = {
  [Name in keyof Kinds]: FieldValues[Kinds[Name]] | undefined;
};

/** The named fields, or the first problem. `null` counts as left out, `"12"` as an integer, `"true"` as true; others are dropped. */
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
    const { read, fits, named } = forms[kind];
    const field = read(given);
    if (!fits(field)) return { ok: false, problem: `${name} must be ${named}` };
    value[name] = field;
  }
  return { ok: true, value: value as FieldsOf<Kinds> };
}

interface Form {
  read(given: unknown): unknown;
  fits(field: unknown): boolean;
  named: string;
}

const forms: Readonly<Record<FieldKind, Form>> = {
  string: { read: (given) => given, fits: (field) => typeof field === "string", named: "a string" },
  integer: { read: asInteger, fits: Number.isSafeInteger, named: "a whole number" },
  boolean: { read: asBoolean, fits: (field) => typeof field === "boolean", named: "true or false" },
};

function asBoolean(value: unknown): unknown {
  if (value === "true") return true;
  return value === "false" ? false : value;
}

function asInteger(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}$/u.test(value) ? Number(value) : value;
}
