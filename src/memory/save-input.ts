import { DaybookError } from "../errors/index.ts";
import type { Limits } from "../limits/index.ts";
import {
  countBytes,
  countCharacters,
  escapeUnseen,
  formatCount,
  isBlank,
  nearest,
  oneLine,
  wellFormed,
} from "../text/index.ts";

import { memoryTypes, type MemoryType, type Once, type SaveInput, type Scope, type Source } from "./types.ts";

/** A save that was checked as far as it can be without the disk. */
export interface WantedSave {
  name?: string;
  description?: string;
  type?: MemoryType;
  body?: string;
  scope?: Scope;
  slug?: string;
  source: Source;
  session?: string;
  version?: string;
  isNew?: true;
  once?: Once;
}

const scopes: readonly Scope[] = ["user", "project"];

/** Checks and tidies what a caller gave: line ends in names, lone surrogates, limits, the closed sets. */
export function parseSaveInput(input: SaveInput, limits: Limits): WantedSave {
  const name = input.name === undefined ? undefined : wellFormed(oneLine(input.name));
  const description =
    input.description === undefined ? undefined : wellFormed(oneLine(input.description)).trim();
  const body = input.body === undefined ? undefined : withLastLineEnd(wellFormed(input.body));
  assertNotBlank({ name, description, type: input.type });
  assertCharacters("name", name, limits.nameCharacters);
  assertCharacters("description", description, limits.descriptionCharacters);
  assertBytes(body, limits.bodyBytes);
  const type = input.type === undefined ? undefined : oneOf("type", input.type, memoryTypes);
  const scope = input.scope === undefined ? undefined : oneOf("scope", input.scope, scopes);
  const { slug, source, session, version, isNew, once } = input;
  return {
    source,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...(body !== undefined && { body }),
    ...(scope !== undefined && { scope }),
    ...(slug !== undefined && { slug }),
    ...(session !== undefined && { session: wellFormed(oneLine(session)) }),
    ...(version !== undefined && { version }),
    ...(isNew !== undefined && { isNew }),
    ...(once !== undefined && { once }),
  };
}

/** Where memories of a type go when the caller names no scope. */
export function scopeOfType(type: MemoryType): Scope {
  return type === "user" || type === "feedback" ? "user" : "project";
}

/** A text file ends in a line end; an empty body stays empty. */
function withLastLineEnd(body: string): string {
  return body === "" || body.endsWith("\n") ? body : `${body}\n`;
}

function assertNotBlank(fields: Record<string, string | undefined>): void {
  const blank = Object.entries(fields).filter(([, value]) => value !== undefined && isBlank(value));
  if (blank.length > 0) throw missing(blank.map(([field]) => field));
}

/** The error for required fields that are missing or blank. */
export function missing(fields: readonly string[]): DaybookError {
  return new DaybookError(
    "invalid",
    `A memory needs a name, a description and a type (${memoryTypes.join(", ")}). Missing or blank: ${fields.join(", ")}.`,
    { data: { missing: fields } },
  );
}

function assertCharacters(field: string, value: string | undefined, limit: number): void {
  const actual = countCharacters(value ?? "");
  if (actual > limit) throw tooLong(field, { actual, limit, unit: "characters" });
}

function assertBytes(body: string | undefined, limit: number): void {
  const actual = countBytes(body ?? "");
  if (actual > limit) throw tooLong("body", { actual, limit, unit: "bytes" });
}

function tooLong(
  field: string,
  { actual, limit, unit }: { actual: number; limit: number; unit: string },
): DaybookError {
  const numbers = `${formatCount(actual)} ${unit}; the limit is ${formatCount(limit)}`;
  const remedy =
    field === "body"
      ? "Keep one fact to a memory: shorten it, or split it."
      : "Shorten it; details belong into the body.";
  return new DaybookError("invalid", `The ${field} has ${numbers}. ${remedy}`, {
    data: { field, actual, limit },
  });
}

function oneOf<T extends string>(field: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value.trim());
  if (found !== undefined) return found;
  const near = nearest(value, allowed, 1)[0];
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const shown = escapeUnseen(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  throw new DaybookError(
    "invalid",
    `There is no ${field} "${shown}": it is one of ${allowed.join(", ")}.${hint}`,
    {
      data: { field, allowed },
    },
  );
}
