import type { Limits } from "../../limits/index.ts";
import {
  countBytes,
  countCharacters,
  cutCharacters,
  fieldOf,
  formatCount,
  isBlank,
  oneLine,
  readFrontmatter,
} from "../../text/index.ts";
import { slugOf } from "../folders.ts";
import { parseMemory, rewriteMemory, type WrittenHeader } from "../format.ts";
import { isPossibleSlug, slugify } from "../slug.ts";
import { memoryTypes, type MemoryType } from "../types.ts";

/** A memory file of another agent. */
export interface ForeignFile {
  /** File name. */
  name: string;
  text: string;
  /** When it was last changed. */
  modified: Date;
  /** What the other agent's index says of it. */
  hook?: string;
  /** The same under a name that tells it apart, for when a memory of the first name is about something else. */
  otherwise?: ForeignFile;
}

/** The same, ready to be kept here: every byte of it stays but for what daybook adds to its header. */
export interface ForeignMemory {
  file: string;
  name: string;
  description: string;
  type: MemoryType;
  /** The slug it keeps if that is free. */
  slug: string;
  body: string;
  text: string;
  session: string | null;
  /** As that of the file. */
  otherwise?: ForeignMemory;
}

type Read = { ok: true; memory: ForeignMemory } | { ok: false; reason: string };

/** Reads one; where it cannot be a memory here, half a sentence says why. */
export async function readForeign(file: ForeignFile, limits: Limits): Promise<Read> {
  const read = await readOne(file, limits);
  const other = read.ok && file.otherwise && (await readOne(file.otherwise, limits));
  return read.ok && other && other.ok
    ? { ok: true, memory: { ...read.memory, otherwise: other.memory } }
    : read;
}

async function readOne({ hook = "", ...file }: ForeignFile, limits: Limits): Promise<Read> {
  const stem = slugOf(file.name);
  const joined = await withOneHeader(file.text);
  if (!joined.ok) return joined;
  const { text } = joined;
  const parsed = await parseMemory(text, stem);
  if (parsed.damage !== null) return { ok: false, reason: `its header cannot be read (${parsed.damage})` };
  const { header, body } = parsed;
  const front = await readFrontmatter(text);
  const written = front.fields.find(({ key }) => key === "type")?.value;
  const type = header.type === "unknown" ? typeOfName(stem, written) : header.type;
  if (type === null) return { ok: false, reason: whyNoType(written) };
  const description = header.description || (await descriptionFor({ hook, body }, limits));
  if (isBlank(description)) return { ok: false, reason: "it is empty" };
  const tooLong = lengthFault({ name: header.name, description, body }, limits);
  if (tooLong !== null) return { ok: false, reason: tooLong };
  const session = header.session ?? sessionIn(front);
  const change: Partial<WrittenHeader> = {
    ...(fieldOf(front, "name") === null && { name: header.name }),
    ...(header.description === "" && { description }),
    ...(header.type === "unknown" && { type }),
    ...(header.modified === null && { modified: seconds(file.modified) }),
    // A key of that name with another meaning is the other agent's.
    ...((fieldOf(front, "source") === null || header.source !== null) && { source: "imported" as const }),
    ...(session !== null && header.session === null && { session }),
  };
  const rewritten = await rewriteMemory(text, { header: change });
  if (!rewritten.ok)
    return { ok: false, reason: `line ${rewritten.problem.line}: ${rewritten.problem.text}` };
  const slug = slugFor(stem, header.name, limits);
  const { name } = header;
  return {
    ok: true,
    memory: { file: file.name, name, description, type, slug, body, text: rewritten.text, session },
  };
}

/** Some tools put a header of their own in front of one that says what the memory is: both become one. */
async function withOneHeader(
  text: string,
): Promise<{ ok: true; text: string } | { ok: false; reason: string }> {
  const first = await readFrontmatter(text);
  const keys = topKeys(first);
  if (first.header === null || first.damaged || keys.some((key) => saying.has(key)))
    return { ok: true, text };
  const rest = text.slice(first.bodyAt).replace(/^\s+/, "");
  const second = await readFrontmatter(rest);
  if (second.header === null || !topKeys(second).some((key) => saying.has(key))) return { ok: true, text };
  const twice = topKeys(second).filter((key) => keys.includes(key));
  if (twice.length > 0) return { ok: false, reason: `it has two headers, and both say ${twice.join(", ")}` };
  return { ok: true, text: text.slice(0, first.header.to) + rest.slice(second.header.from) };
}

const saying: ReadonlySet<string> = new Set(["name", "description", "type"]);

function topKeys({ fields }: Awaited<ReturnType<typeof readFrontmatter>>): string[] {
  return [...new Set(fields.map(({ parent, key }) => parent ?? key))];
}

/** `feedback_no-friday.md` says its type in its name, where the header says none. */
function typeOfName(stem: string, written: string | undefined): MemoryType | null {
  if (written !== undefined && !isBlank(written)) return null;
  return memoryTypes.find((type) => new RegExp(`^${type}[-_]`, "i").test(stem)) ?? null;
}

function whyNoType(written: string | undefined): string {
  const known = memoryTypes.join(", ");
  return written === undefined || isBlank(written)
    ? `it has no type in its header or name (${known})`
    : `its type ${JSON.stringify(cutCharacters(oneLine(written), 40))} is none of ${known}`;
}

/** Without a description: the index line, else the first line that says something, which no line of a header does. */
async function descriptionFor(
  { hook, body }: { hook: string; body: string },
  limits: Limits,
): Promise<string> {
  const front = await readFrontmatter(body.trimStart());
  const first = (front.damaged ? "" : front.body)
    .split("\n")
    .map((line) => line.replace(/^[\s#>*_-]+/, "").trim())
    .find((line) => line !== "");
  const chosen = isBlank(hook) ? (first ?? "") : hook;
  return cutCharacters(oneLine(chosen), Math.min(limits.descriptionCharacters, limits.indexLineCharacters));
}

function lengthFault(
  { name, description, body }: { name: string; description: string; body: string },
  limits: Limits,
): string | null {
  const faults = [
    { field: "name", is: countCharacters(name), most: limits.nameCharacters, unit: "characters" },
    {
      field: "description",
      is: countCharacters(description),
      most: limits.descriptionCharacters,
      unit: "characters",
    },
    { field: "body", is: countBytes(body), most: limits.bodyBytes, unit: "bytes" },
  ];
  const fault = faults.find(({ is, most }) => is > most);
  if (fault === undefined) return null;
  const { field, is, most, unit } = fault;
  return `its ${field} has ${formatCount(is)} ${unit}; the limit is ${formatCount(most)}`;
}

function sessionIn(front: Awaited<ReturnType<typeof readFrontmatter>>): string | null {
  const value =
    (fieldOf(front, "originSessionId") ?? fieldOf(front, "originSessionId", "metadata"))?.value ?? "";
  return isBlank(value) ? null : oneLine(value);
}

// Other notes name it by its file: [[feedback_no-friday]].
function slugFor(stem: string, name: string, { slugCharacters }: Limits): string {
  const asSlug = stem.replaceAll("_", "-");
  return isPossibleSlug(asSlug, slugCharacters) ? stem : slugify(name, slugCharacters);
}

function seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
