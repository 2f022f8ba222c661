import { fieldOf, readFrontmatter, type Frontmatter } from "./frontmatter.ts";
import type { HeaderProblem } from "./header.ts";
import { startOf } from "./lines.ts";
import { doubleQuoted, yamlScalar } from "./yaml-scalar.ts";

/** One key to set. */
export interface HeaderChange {
  key: string;
  /** The mapping it stands in; it must exist there. Absent or null: at the top. */
  parent?: string | null;
  value: string;
  /** YAML source to write for the value; by default whatever gives exactly the value back. */
  source?: string;
  /** Where a new key goes: behind the last of these keys, else at the end of the header. */
  after?: readonly string[];
}

/** One key to take out. */
type HeaderRemoval = Pick<HeaderChange, "key" | "parent">;

export type Rewritten = { ok: true; text: string } | { ok: false; problem: HeaderProblem };

/**
 * Sets keys of a file's header, takes out those in `removed` with their lines, and sets its body when one is given; every other byte stays. The result
 * is read again before it is handed out: where it does not say exactly what it should, or where the
 * header was damaged before, the answer is the reason and nothing is lost.
 */
export async function rewriteFrontmatter(
  text: string,
  {
    changes,
    removed = [],
    body,
  }: { changes: readonly HeaderChange[]; removed?: readonly HeaderRemoval[]; body?: string },
): Promise<Rewritten> {
  const front = await readFrontmatter(text);
  if (front.damaged) return { ok: false, problem: front.problems.at(-1) ?? { line: 1, text: "damaged" } };
  const wantedBody = body ?? front.body;
  const head = front.header ? changedHead(text, front, { changes, removed }) : newHead(text, changes);
  const rewritten = joinBody({
    head,
    ending: lineEndingOf(text),
    body: wantedBody,
    blankLine: hasBlankLine(text, front),
  });
  const fault = await faultOf(rewritten, { front, changes, removed, body: wantedBody });
  return fault ? { ok: false, problem: fault } : { ok: true, text: rewritten };
}

/** A new file: fields in the order given, then the body. */
export function renderFrontmatter(fields: readonly HeaderChange[], body: string): string {
  return joinBody({ head: newHead("", fields), ending: "\n", body, blankLine: false });
}

function newHead(text: string, changes: readonly HeaderChange[]): string {
  const ending = lineEndingOf(text);
  const lines = ["---", ...changes.map((change) => `${change.key}: ${sourceOf(change)}`), "---"];
  return text.slice(0, startOf(text)) + lines.map((line) => line + ending).join("");
}

function sourceOf(change: HeaderChange): string {
  return change.source ?? yamlScalar(change.value);
}

interface Edit {
  from: number;
  to: number;
  source: string;
}

/** Everything up to the body, with the edits made. */
function changedHead(
  text: string,
  front: Frontmatter,
  { changes, removed }: { changes: readonly HeaderChange[]; removed: readonly HeaderRemoval[] },
): string {
  const edits = [
    ...changes.map((change) => editFor(text, front, change)),
    ...removed.map((removal) => removalOf(text, front, removal)),
  ].filter((edit) => edit !== null);
  // Stable: several new keys at one place keep their order.
  edits.sort((left, right) => left.from - right.from);
  let head = "";
  let done = 0;
  for (const edit of edits) {
    head += text.slice(done, edit.from) + edit.source;
    done = edit.to;
  }
  return head + text.slice(done, front.bodyAt);
}

function editFor(text: string, front: Frontmatter, change: HeaderChange): Edit | null {
  const field = fieldOf(front, change.key, change.parent ?? null);
  if (!field) return addition(text, front, change);
  if (field.value === change.value) return null;
  const source = field.flow ? doubleQuoted(change.value) : sourceOf(change);
  const separator = text[field.from - 1] === ":" ? " " : "";
  return { from: field.from, to: field.to, source: separator + source };
}

function removalOf(text: string, front: Frontmatter, { key, parent = null }: HeaderRemoval): Edit | null {
  const field = fieldOf(front, key, parent);
  if (!field) return null;
  const lineEnd = text.indexOf("\n", field.to);
  return { from: text.lastIndexOf("\n", field.from - 1) + 1, to: lineEnd + 1, source: "" };
}

function addition(text: string, front: Frontmatter, change: HeaderChange): Edit {
  const end = front.header?.to ?? 0;
  const before = front.fields.filter((field) => field.parent === null && change.after?.includes(field.key));
  const last = Math.max(-1, ...before.map((field) => field.to));
  const lineEnd = last === -1 ? -1 : text.indexOf("\n", last);
  const at = lineEnd === -1 ? end : lineEnd + 1;
  const source = `${indentOfHeader(text, front)}${change.key}: ${sourceOf(change)}${lineEndingOf(text)}`;
  return { from: at, to: at, source };
}

/** Headers may be indented as a whole; a new key stands as the first one does. */
function indentOfHeader(text: string, front: Frontmatter): string {
  const first = front.header?.lines.find((line) => /^ *[^\s#]/.test(text.slice(line.start, line.end)));
  return first ? (/^ */.exec(text.slice(first.start, first.end))?.[0] ?? "") : "";
}

function lineEndingOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

function hasBlankLine(text: string, front: Frontmatter): boolean {
  return front.header !== null && /\n\r?\n$/.test(text.slice(0, front.bodyAt));
}

/** A body that begins with a blank line needs one more, as the first belongs to the header. */
function joinBody({
  head,
  ending,
  body,
  blankLine,
}: {
  head: string;
  ending: string;
  body: string;
  blankLine: boolean;
}): string {
  if (body === "") return head;
  const closed = head.endsWith("\n") ? head : head + ending;
  return /^\r?\n/.test(body) && !blankLine ? closed + ending + body : closed + body;
}

/** What a reader of the new text would get wrong, or undefined when it reads as it should. */
async function faultOf(
  text: string,
  wanted: {
    front: Frontmatter;
    changes: readonly HeaderChange[];
    removed: readonly HeaderRemoval[];
    body: string;
  },
): Promise<HeaderProblem | undefined> {
  const read = await readFrontmatter(text);
  const fields = new Map(wanted.front.fields.map((field) => [idOf(field), field.value]));
  for (const change of wanted.changes) fields.set(idOf(change), change.value);
  for (const removal of wanted.removed) fields.delete(idOf(removal));
  const given = new Map(read.fields.map((field) => [idOf(field), field.value]));
  const isSame = given.size === fields.size && [...fields].every(([id, value]) => given.get(id) === value);
  if (isSame && !read.damaged && read.body === wanted.body) return undefined;
  const line = wanted.front.problems[0]?.line ?? 2;
  return { line, text: "the header cannot be changed without changing what else it says" };
}

function idOf({ parent, key }: { parent?: string | null; key: string }): string {
  return JSON.stringify([parent ?? null, key]);
}
