import type { HeaderPlace } from "./header-split.ts";
import type { HeaderField, ReadHeader } from "./header.ts";
import type { Line } from "./lines.ts";

/**
 * The fast reader: `key: value` lines, values plain or in quotes without escapes other than the
 * quote and the backslash, one level of nesting. It says undefined for anything else, and where it
 * answers it says what the YAML library says (held by a property test).
 */
export function readPlainHeader(text: string, place: HeaderPlace): ReadHeader | undefined {
  const fields: HeaderField[] = [];
  const seen = new Set<string>();
  let parent: { key: string; indent: string | null } | null = null;
  for (const line of place.lines) {
    const source = text.slice(line.start, line.end);
    if (source === "" || source.startsWith("#")) continue;
    const read = readField(source, line);
    if (!read) return undefined;
    const { indent, field } = read;
    if (indent === "") {
      parent = field.value === "" && field.from === field.to ? { key: field.key, indent: null } : null;
    } else {
      if (!parent || (parent.indent !== null && parent.indent !== indent)) return undefined;
      parent.indent = indent;
      field.parent = parent.key;
    }
    const id = `${field.parent ?? ""}:${field.key}`;
    if (seen.has(id)) return undefined;
    seen.add(id);
    fields.push(field);
  }
  return { fields: withoutParents(fields), problems: [], damaged: false };
}

/** A key that only opens a nested mapping is no field of its own. */
function withoutParents(fields: HeaderField[]): HeaderField[] {
  const parents = new Set(fields.map((field) => field.parent));
  return fields.filter((field) => field.parent !== null || !parents.has(field.key));
}

const FIELD = /^( *)([A-Za-z_][A-Za-z0-9_-]*):( +|$)/;
const PLAIN_VALUE = /^[\p{L}\p{N}_~./($][^\p{C}\u2028\u2029]*$/u;
const QUOTED_VALUE = /^"((?:[^"\\\p{C}\u2028\u2029]|\\["\\])*)" *$/u;
const SINGLE_QUOTED_VALUE = /^'((?:[^'\p{C}\u2028\u2029]|'')*)' *$/u;

function readField(source: string, line: Line): { indent: string; field: HeaderField } | undefined {
  const match = FIELD.exec(source);
  if (!match) return undefined;
  const [opening, indent = "", key = ""] = match;
  const written = source.slice(opening.length);
  const value = readValue(written);
  if (value === undefined) return undefined;
  // Where nothing is written, a value is put right after the colon.
  const from = line.start + (written === "" ? opening.trimEnd().length : opening.length);
  const to = from + written.trimEnd().length;
  return { indent, field: { parent: null, key, value, from, to, flow: false } };
}

function readValue(written: string): string | undefined {
  if (written === "") return "";
  const double = QUOTED_VALUE.exec(written);
  if (double) return (double[1] ?? "").replace(/\\(.)/g, "$1");
  const single = SINGLE_QUOTED_VALUE.exec(written);
  if (single) return (single[1] ?? "").replace(/''/g, "'");
  if (!PLAIN_VALUE.test(written)) return undefined;
  const plain = written.trimEnd();
  return / #|:(?: |$)/.test(plain) || plain !== written.replace(/ +$/, "") ? undefined : plain;
}
