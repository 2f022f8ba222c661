import {
  fieldOf,
  isBlank,
  oneLine,
  readFrontmatter,
  renderFrontmatter,
  rewriteFrontmatter,
} from "../text/index.ts";
import type { Frontmatter, HeaderChange, HeaderField, Rewritten } from "../text/index.ts";

import { memoryTypes, sources, type MemoryHeader, type MemoryType, type Source } from "./types.ts";

/** The Markdown form of a memory: a header of strings, and a body. */
export interface ParsedMemory {
  header: MemoryHeader;
  body: string;
  /** What the reader had to work around: `line 3: ...`. */
  problems: string[];
  /** Why the file must not be rewritten, or null: its header could not be made out. */
  damage: string | null;
}

// Newer files of other agents keep their own fields one level down.
const NESTED = "metadata";

/** Reads a memory file. Without a header, or a name in it, it is named after its file. */
export async function parseMemory(text: string, slug: string): Promise<ParsedMemory> {
  const front = await readFrontmatter(text);
  const header: MemoryHeader = {
    name: textOf(front, "name") ?? slug,
    description: textOf(front, "description") ?? "",
    type: typeOf(standing(front, "type")?.value),
    modified: timeOf(standing(front, "modified")?.value),
    source: sourceOf(standing(front, "source")?.value),
    session: textOf(front, "session"),
  };
  const problems = front.problems.map(({ line, text: problem }) => `line ${line}: ${problem}`);
  return {
    header,
    body: front.body,
    problems,
    damage: front.damaged ? (problems.at(-1) ?? "damaged") : null,
  };
}

function textOf(front: Frontmatter, key: string): string | null {
  const value = oneLine(standing(front, key)?.value ?? "");
  return isBlank(value) ? null : value;
}

/** Where a value stands: at the top, or among another agent's own fields. */
function standing(front: Frontmatter, key: string): HeaderField | null {
  return (
    fieldOf(front, key) ?? (key === "name" || key === "description" ? null : fieldOf(front, key, NESTED))
  );
}

function typeOf(value: string | undefined): MemoryType | "unknown" {
  return memoryTypes.find((type) => type === value) ?? "unknown";
}

function sourceOf(value: string | undefined): Source | null {
  return sources.find((source) => source === value) ?? null;
}

function timeOf(value: string | undefined): string | null {
  return value !== undefined && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null;
}

/** What daybook writes into a header. */
export interface WrittenHeader {
  name: string;
  description: string;
  type: MemoryType;
  /** ISO time in UTC. */
  modified: string;
  source: Source;
  session?: string;
}

const ORDER = ["name", "description", "type", "modified", "source", "session"] as const;

/** A new memory file. `parseMemory` gives back exactly what went in. */
export function renderMemory(header: WrittenHeader, body: string): string {
  return renderFrontmatter(
    ORDER.flatMap((key) => changeOf(header, key) ?? []),
    body,
  );
}

/**
 * A memory file with new values where the old ones stand: unknown keys, order, comments, quoting and line
 * ends stay. Not ok where the header cannot be changed without loss.
 */
export async function rewriteMemory(
  text: string,
  { header, body, dropsSession = false }: MemoryRewrite,
): Promise<Rewritten> {
  const front = await readFrontmatter(text);
  const changes = ORDER.flatMap((key): HeaderChange[] => {
    const change = changeOf(header, key);
    if (!change) return [];
    const parent = standing(front, key)?.parent ?? null;
    return [{ ...change, parent, after: ORDER.slice(0, ORDER.indexOf(key)) }];
  });
  const rest = body === undefined ? {} : { body };
  const session = dropsSession ? standing(front, "session") : null;
  if (session === null) return rewriteFrontmatter(text, { changes, ...rest });
  const dropped = await rewriteFrontmatter(text, { changes, removed: [session], ...rest });
  if (dropped.ok) return dropped;
  // It does not stand on lines of its own.
  return rewriteFrontmatter(text, { changes: [...changes, { ...session, value: "" }], ...rest });
}

/** What a memory file is to say. */
interface MemoryRewrite {
  header: Partial<WrittenHeader>;
  body?: string;
  /** It names no session any more: what it says now was said in none. */
  dropsSession?: boolean;
}

function changeOf(header: Partial<WrittenHeader>, key: (typeof ORDER)[number]): HeaderChange | undefined {
  const value = header[key];
  if (value === undefined) return undefined;
  // Bare, as people write times; daybook reads every value as the text it is.
  return key === "modified" ? { key, value, source: value } : { key, value };
}
