import { readPlainHeader } from "./header-plain.ts";
import { readHeaderByLine } from "./header-by-line.ts";
import { splitHeader, type HeaderPlace } from "./header-split.ts";
import type { HeaderField, HeaderProblem, ReadHeader } from "./header.ts";

/**
 * A file's header and body, read without losing anything: every value is a string as it was
 * written, and every field knows where its value stands, so that a rewrite touches nothing else.
 */
export interface Frontmatter {
  header: HeaderPlace | null;
  fields: HeaderField[];
  body: string;
  bodyAt: number;
  /** What the reader had to work around. */
  problems: HeaderProblem[];
  /** The header means something daybook could not make out: show it, but never rewrite it. */
  damaged: boolean;
}

/**
 * Reads a file: a plain header at once, any other YAML through the YAML library (loaded for the
 * first such header), and what is no YAML line by line.
 */
export async function readFrontmatter(text: string): Promise<Frontmatter> {
  const split = splitHeader(text);
  if (split.kind !== "header") {
    const problems =
      split.kind === "unclosed" ? [{ line: 1, text: "the header is opened with --- but never closed" }] : [];
    const { bodyAt } = split;
    const body = text.slice(bodyAt);
    return { header: null, fields: [], body, bodyAt, problems, damaged: split.kind === "unclosed" };
  }
  const { place } = split;
  const read = readPlainHeader(text, place) ?? (await readUnusualHeader(text, place));
  return { header: place, ...read, body: text.slice(place.bodyAt), bodyAt: place.bodyAt };
}

// Beyond this, a header is no header a person wrote; the YAML library is not let loose on it.
const LONGEST_YAML = 65_536;

async function readUnusualHeader(text: string, place: HeaderPlace): Promise<ReadHeader> {
  if (place.to - place.from > LONGEST_YAML) {
    return readHeaderByLine(text, { place, reason: { line: 2, text: "the header is too long for YAML" } });
  }
  // Loaded here, as most headers never need it and it would slow down every start.
  const { readYamlHeader } = await import("./header-yaml.ts");
  const read = readYamlHeader(text, place);
  return read.ok ? read.header : readHeaderByLine(text, { place, reason: read.problem });
}

/** The value of a field, or null where the header has none. */
export function fieldOf(front: Frontmatter, key: string, parent: string | null = null): HeaderField | null {
  return front.fields.find((field) => field.key === key && field.parent === parent) ?? null;
}
