import { readPlainHeader } from "./header-plain.ts";
import type { HeaderPlace } from "./header-split.ts";
import type { HeaderField, HeaderProblem, ReadHeader } from "./header.ts";
import type { Line } from "./lines.ts";

/**
 * The tolerant reader, for headers that are no YAML: people and models write unquoted colons,
 * leading dashes and brackets. Each line stands for itself, its value is the text as written. What
 * cannot be made out even so (a quote never closed, a tab as indentation, a line without a key)
 * makes the header damaged: it is shown, and never rewritten.
 */
export function readHeaderByLine(
  text: string,
  { place, reason }: { place: HeaderPlace; reason: HeaderProblem },
): ReadHeader {
  const state: State = { fields: [], problems: [], damaged: false, top: null };
  place.lines.forEach((line, position) => {
    const source = text.slice(line.start, line.end);
    if (source.trim() === "" || source.trimStart().startsWith("#")) return;
    readLine(state, { source, line, number: position + 2 });
  });
  const first = { line: reason.line, text: `${reason.text}, read line by line` };
  return { fields: state.fields, problems: [first, ...state.problems], damaged: state.damaged };
}

interface State extends ReadHeader {
  /** The last key at the top: nested lines and continued text belong to it. */
  top: HeaderField | null;
}

interface NumberedLine {
  source: string;
  line: Line;
  number: number;
}

const FIELD = /^([ \t]*)([\p{L}_][\p{L}\p{N}_-]*)[ \t]*:(?:[ \t]+|$)/u;

function readLine(state: State, numbered: NumberedLine): void {
  const { source, number } = numbered;
  const match = FIELD.exec(source);
  const indent = /^[ \t]*/.exec(source)?.[0] ?? "";
  if (indent.includes("\t")) damage(state, number, "indented with a tab");
  if (match && (indent === "" || indent.includes("\t"))) {
    addField(state, numbered, { key: match[2] ?? "", opening: match[0], parent: null });
  } else if (indent === "" && !/^-(?:[ \t]|$)/.test(source)) {
    damage(state, number, "neither `key: value` nor a comment");
  } else if (!state.top) {
    damage(state, number, "belongs to no key");
  } else if (match && state.top.value === "") {
    addField(state, numbered, { key: match[2] ?? "", opening: match[0], parent: state.top.key });
  } else if (indent !== "") {
    continueValue(state.top, numbered);
  }
}

function damage(state: State, line: number, text: string): void {
  state.damaged = true;
  state.problems.push({ line, text });
}

function addField(
  state: State,
  { source, line, number }: NumberedLine,
  { key, opening, parent }: { key: string; opening: string; parent: string | null },
): void {
  if (state.fields.some((field) => field.key === key && field.parent === parent)) {
    state.problems.push({ line: number, text: `\`${key}\` stands here again; the first one counts` });
    // Not a field, but text that follows belongs to it.
    if (parent === null) state.top = { parent, key, value: "-", from: 0, to: 0, flow: false };
    return;
  }
  const written = source.slice(opening.length).trimEnd();
  const from = line.start + (written === "" ? opening.trimEnd().length : opening.length);
  const valid = validValue(written);
  if (!valid && isOpen(written)) damage(state, number, `the value of \`${key}\` is never closed`);
  const { value, length } = valid ?? { value: written, length: written.length };
  const field: HeaderField = { parent, key, value, from, to: from + length, flow: false };
  state.fields.push(field);
  if (parent === null) state.top = field;
}

/** The value as YAML has it, when the line alone is plain YAML: quotes and a comment are taken off. */
function validValue(written: string): { value: string; length: number } | undefined {
  const withoutComment = written.replace(/[ \t]+#.*$/, "");
  for (const candidate of [written, withoutComment]) {
    const alone = `key: ${candidate}`;
    const lines: Line[] = [{ start: 0, end: alone.length, ending: "" }];
    const field = readPlainHeader(alone, { lines, from: 0, to: alone.length, bodyAt: alone.length })
      ?.fields[0];
    if (field) return { value: field.value, length: candidate.length };
  }
  return undefined;
}

/** A quote or bracket that opens the value and is closed nowhere on its line. */
function isOpen(written: string): boolean {
  const closing = { '"': '"', "'": "'", "[": "]", "{": "}" }[written[0] ?? ""];
  return closing !== undefined && !written.slice(1).includes(closing);
}

/** Indented text below a value goes on with it; below `|` or `>` it is the value. */
function continueValue(field: HeaderField, { source, line }: NumberedLine): void {
  if (field.to === 0) return;
  const more = source.trim();
  const begun = /^[|>][-+0-9]*$/.test(field.value) ? "" : field.value;
  field.value = begun === "" ? more : `${begun} ${more}`;
  field.to = line.start + source.trimEnd().length;
}
