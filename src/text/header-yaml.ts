import { isAlias, isMap, isScalar, parseDocument, type Document, type Pair, type ParsedNode } from "yaml";

import type { HeaderPlace } from "./header-split.ts";
import type { HeaderField, HeaderProblem, ReadHeader } from "./header.ts";

export type ReadYaml = { ok: true; header: ReadHeader } | { ok: false; problem: HeaderProblem };

interface Source {
  text: string;
  /** Offset of the YAML in the text. */
  offset: number;
  document: Document.Parsed;
}

/**
 * Reads a header with the YAML library. Every scalar is a string (failsafe schema) and only nodes are
 * walked, never values built: aliases, tags and bombs of them stay inert.
 */
export function readYamlHeader(text: string, place: HeaderPlace): ReadYaml {
  const yaml = text.slice(place.from, place.to);
  const document = parse(yaml);
  if (!document) return { ok: false, problem: { line: 2, text: "not valid YAML" } };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) {
    const line = 2 + (yaml.slice(0, fault.pos[0]).match(/\n/g)?.length ?? 0);
    return { ok: false, problem: { line, text: "not valid YAML" } };
  }
  const { contents } = document;
  if (contents === null) return { ok: true, header: { fields: [], problems: [], damaged: false } };
  if (!isMap(contents)) return { ok: false, problem: { line: 2, text: "not a list of keys and values" } };
  const source = { text, offset: place.from, document };
  const top = contents.items as PairOfNodes[];
  const flow = contents.flow === true;
  const fields = top.flatMap((pair) => fieldsOf(source, pair, flow));
  return { ok: true, header: { fields, problems: [], damaged: false } };
}

type PairOfNodes = Pair<ParsedNode, ParsedNode | null>;

function parse(yaml: string): Document.Parsed | undefined {
  try {
    return parseDocument(yaml, { schema: "failsafe", prettyErrors: false, logLevel: "silent" });
  } catch {
    // Nested deeper than the stack, or an escape no character has.
    return undefined;
  }
}

function fieldsOf(source: Source, pair: PairOfNodes, flow: boolean): HeaderField[] {
  const key = keyOf(pair);
  const { value } = pair;
  if (isMap(value) && value.items.length > 0 && !value.anchor) {
    const inner = flow || value.flow === true;
    return (value.items as PairOfNodes[]).map((nested) =>
      fieldOf(source, nested, { parent: key, flow: inner }),
    );
  }
  return [fieldOf(source, pair, { parent: null, flow })];
}

function fieldOf(
  source: Source,
  pair: PairOfNodes,
  where: { parent: string | null; flow: boolean },
): HeaderField {
  const key = keyOf(pair);
  const [from, to] = rangeOf(source, pair);
  const written = source.text.slice(from, to);
  return { ...where, key, value: textOf(source, pair.value, written), from, to };
}

function keyOf({ key }: PairOfNodes): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function textOf(source: Source, node: ParsedNode | null, written: string): string {
  if (node === null) return "";
  const target = isAlias(node) ? node.resolve(source.document) : node;
  // A list or a map in place of a string is shown as it was written.
  return isScalar(target) ? String(target.value ?? "") : written;
}

/** Offsets of the value in the text, without the line end that a block value includes. */
function rangeOf({ text, offset }: Source, pair: PairOfNodes): [number, number] {
  const range = pair.value?.range;
  if (range && range[1] > range[0]) {
    const from = offset + range[0];
    const written = text.slice(from, offset + range[1]);
    return [from, from + written.replace(/[\r\n]+$/, "").length];
  }
  const afterKey = offset + (pair.key.range?.[1] ?? 0);
  const colon = text.indexOf(":", afterKey);
  return colon === -1 ? [afterKey, afterKey] : [colon + 1, colon + 1];
}
