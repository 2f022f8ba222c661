import { DaybookError } from "../errors/index.ts";
import { cutCharacters, fieldOf, isBlank, oneLine, readFrontmatter } from "../text/index.ts";

import { timestamp, type StoreContext } from "./context.ts";
import { parseMemory, rewriteMemory } from "./format.ts";
import type { OpenedMemory } from "./load.ts";
import { parseSaveInput } from "./save-input.ts";
import { memoryTypes, type MemoryType, type Scope, type Source } from "./types.ts";

/**
 * Whole texts of memory files, as tools write them that know files only. What a header must say and the text does
 * not is filled in: the name from the file, the description from the first line, the type from the scope.
 */

/** The text that somebody wants a memory file to have. */
export interface WishedText {
  text: string;
  scope: Scope;
  slug: string;
  /** The memory as it is; null for a new one. */
  existing: OpenedMemory | null;
  by: { source: Source; session?: string };
}

/** A text that may be written, and what its header says. */
export interface CompleteText {
  text: string;
  shown: { name: string; description: string };
}

/** Checks a text and completes its header. Fails with `invalid`, in a sentence that says what to change. */
export async function completeText(context: StoreContext, wished: WishedText): Promise<CompleteText> {
  const { slug, existing, by } = wished;
  await assertHeaderStays(wished);
  const session = by.session ?? existing?.memory.session ?? "";
  // Who writes only text cannot say which session it was.
  const text = session === "" ? await withoutField(wished.text, "session") : wished.text;
  const { header, body } = await parseMemory(text, slug);
  const isNamed = (await valueIn(text, "name")) !== null;
  const name = isNamed ? header.name : (existing?.memory.name ?? slug);
  const description = describedBy(existing, { name, description: header.description, body });
  const type = await typeToWrite(wished);
  parseSaveInput({ name, description, body, source: by.source }, context.limits);
  const rewritten = await rewriteMemory(text, {
    header: {
      ...(!isNamed && { name }),
      ...(description !== header.description && { description }),
      ...(type !== null && { type }),
      modified: timestamp(context),
      source: by.source,
      ...((session !== "" || header.session !== null) && { session }),
    },
  });
  if (!rewritten.ok) {
    throw await brokenHeader(`line ${rewritten.problem.line}: ${rewritten.problem.text}`, existing);
  }
  return { text: rewritten.text, shown: { name, description } };
}

/** Fails with `invalid` where a text's header has a fault that was not there before, or is no header any more. */
async function assertHeaderStays({ text, slug, existing }: WishedText): Promise<void> {
  const { problems, damage } = await parseMemory(text, slug);
  const [fresh] = newProblems(problems, existing?.memory.problems ?? []);
  if (damage !== null || fresh !== undefined) throw await brokenHeader(fresh ?? damage ?? "", existing);
  if (existing !== null && (await hasLeftovers(text, existing.text))) {
    throw await brokenHeader("line 1: it is no `---` any more", existing);
  }
}

/** A value with a colon in it, as people write them: it is understood. */
const UNDERSTOOD = /read line by line$/;

function withoutLine(problem: string): string {
  return problem.replace(/^line \d+: /, "");
}

/** What was not said before, wherever the lines stand now. */
function newProblems(problems: readonly string[], before: readonly string[]): string[] {
  const known = before.map(withoutLine);
  return problems.filter((problem) => {
    if (UNDERSTOOD.test(problem)) return false;
    const at = known.indexOf(withoutLine(problem));
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
}

/** Whether a text without a header has lines of the one that was there: one taken out whole is filled in again. */
async function hasLeftovers(text: string, before: string): Promise<boolean> {
  const { header } = await readFrontmatter(before);
  if (header === null || (await readFrontmatter(text)).header !== null) return false;
  const lines = new Set(linesOf(text));
  return linesOf(before.slice(header.from, header.to)).some((line) => line !== "" && lines.has(line));
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim());
}

/** The text without the line of a field; inside of `{...}` the field stays. */
async function withoutField(text: string, key: string): Promise<string> {
  const front = await readFrontmatter(text);
  const field = fieldOf(front, key) ?? fieldOf(front, key, "metadata");
  if (field === null || field.flow || front.header === null) return text;
  const start = text.lastIndexOf("\n", field.from - 1) + 1;
  const end = text.indexOf("\n", field.to) + 1;
  return start < front.header.from || end === 0 ? text : text.slice(0, start) + text.slice(end);
}

/** The type to put into the header; null where what stands there stays. A type daybook does not know stays only if it was there. */
async function typeToWrite({ text, scope, existing }: WishedText): Promise<MemoryType | null> {
  const given = await valueIn(text, "type");
  if (given === null) {
    const before = existing?.memory.type ?? "unknown";
    return before === "unknown" ? scope : before;
  }
  if (memoryTypes.some((type) => type === given)) return null;
  if (existing !== null && given === (await valueIn(existing.text, "type"))) return null;
  throw new DaybookError(
    "invalid",
    `There is no type "${cutCharacters(given, 40)}" of memory: it is one of ${memoryTypes.join(", ")}.`,
  );
}

/** What a header says for a key, at the top or among another agent's own fields; null where it says nothing. */
async function valueIn(text: string, key: "name" | "type"): Promise<string | null> {
  const front = await readFrontmatter(text);
  const field = fieldOf(front, key) ?? (key === "type" ? fieldOf(front, key, "metadata") : null);
  return field === null || isBlank(field.value) ? null : field.value;
}

async function brokenHeader(problem: string, existing: OpenedMemory | null): Promise<DaybookError> {
  const { bodyAt } = await readFrontmatter(existing?.text ?? "");
  const lines = existing === null ? 0 : existing.text.slice(0, bodyAt).split("\n").length - 1;
  const place = lines === 0 ? "" : ` In this file it is lines 1 to ${lines}; the text begins behind it.`;
  return new DaybookError(
    "invalid",
    `Nothing was changed: the header of the file could not be read then (${problem}). A header is lines "key: value" between two lines "---", with name, description and type.${place}`,
  );
}

/** What a description is made of where nobody wrote one: the first line with a word in it. */
function firstLineOf(body: string): string {
  const line = body.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  const bare = line.replace(/^[\s#>]*(?:[-*+]\s+)?(?:\[[ x]\]\s+)?/iu, "");
  return cutCharacters(oneLine(bare).trim(), LONGEST_DESCRIPTION);
}

const LONGEST_DESCRIPTION = 200;

/** A description that was made of the first line follows it; one that somebody wrote stays. */
function describedBy(
  existing: OpenedMemory | null,
  { name, description, body }: { name: string; description: string; body: string },
): string {
  const made = firstLineOf(body) || name;
  const before = existing?.memory;
  if (before === undefined || isBlank(before.description)) return isBlank(description) ? made : description;
  const wasMade = before.description === (firstLineOf(before.body) || before.name);
  if (!isBlank(description) && description !== before.description) return description;
  return wasMade ? made : before.description;
}
