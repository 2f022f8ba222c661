import { findNodeAtLocation, type Node } from "jsonc-parser";
import { applyTextEdits, lineEndOf, type TextEdit } from "./file-editor.ts";
import type { JsonPath } from "./json-remove.ts";
import { brokenAt, childOf, commaAfter, readJsonText } from "./json-text.ts";

/**
 * Puts values into a JSON file by insertions alone, in the file's own indent and line ends: whatever stands there, a
 * comment or an odd blank, stays. The formatter of a library would move what is around the insertion.
 */

/** What is to be added: values under keys, elements at the end of lists. Keys that exist are gone into, never replaced. */
export type JsonPatch =
  | { kind: "value"; value: unknown }
  | { kind: "append"; elements: readonly unknown[] }
  | { kind: "object"; entries: Readonly<Record<string, JsonPatch>> };

/** The edits that add all of this. Fails with `invalid` where a list or object of the patch is something else there. */
export function insertionsFor(text: string, patch: JsonPatch, file: string): TextEdit[] {
  const { root } = readJsonText(text, file);
  if (root !== undefined) {
    const style = styleOf(text, root);
    return collect(root, patch, { text, file, style });
  }
  const eol = lineEndOf(text);
  const after = `${JSON.stringify(materialise(patch), null, 2)}\n`.replaceAll("\n", eol);
  return [{ offset: text.length, before: "", after }];
}

/** The text with all of it added. */
export function insertInto(text: string, patch: JsonPatch, file: string): string {
  return applyTextEdits(text, insertionsFor(text, patch, file));
}

/** The text with another value in this place, written over as many lines as the one that stands there. */
export function replaceInJson(
  text: string,
  { path, value }: { path: JsonPath; value: unknown },
  file: string,
): string {
  const { root } = readJsonText(text, file);
  const node = root && findNodeAtLocation(root, [...path]);
  if (root === undefined || node === undefined) return text;
  const end = node.offset + node.length;
  const isInline = !text.slice(node.offset, end).includes("\n");
  const after = isInline
    ? renderInline({ value })
    : render({ value }, indentAt(text, node.offset), styleOf(text, root));
  return text.slice(0, node.offset) + after + text.slice(end);
}

interface Style {
  eol: string;
  unit: string;
}

interface Place {
  text: string;
  file: string;
  style: Style;
}

function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const indent = first === undefined ? "" : indentAt(text, first.offset);
  const standsAlone = first !== undefined && text.slice(root.offset, first.offset).includes("\n");
  const own = indent.slice(indentAt(text, root.offset).length);
  return { eol: lineEndOf(text), unit: standsAlone && own !== "" ? own : "  " };
}

/** The blanks that the line of this place begins with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset).replace(/^\uFEFF/, ""))?.[0] ?? "";
}

function collect(node: Node, patch: JsonPatch, place: Place): TextEdit[] {
  if (patch.kind === "value") return [];
  const wanted = patch.kind === "append" ? "array" : "object";
  if (node.type !== wanted) {
    const what = `here daybook's entry would go into ${wanted === "array" ? "a list" : "an object"}, and this is none`;
    throw brokenAt(place.text, { file: place.file, offset: node.offset, what });
  }
  if (patch.kind === "append") {
    return insertion(
      node,
      patch.elements.map((value) => ({ value })),
      place,
    );
  }
  const missing: Item[] = [];
  const edits: TextEdit[] = [];
  for (const [key, part] of Object.entries(patch.entries)) {
    const child = childOf(node, key);
    if (child === undefined) missing.push({ key, value: materialise(part) });
    else edits.push(...collect(child, part, place));
  }
  return [...edits, ...insertion(node, missing, place)];
}

/** The value of a patch where nothing is there yet. */
function materialise(patch: JsonPatch): unknown {
  if (patch.kind === "value") return patch.value;
  if (patch.kind === "append") return [...patch.elements];
  return Object.fromEntries(Object.entries(patch.entries).map(([key, part]) => [key, materialise(part)]));
}

interface Item {
  key?: string;
  value: unknown;
}

function insertion(container: Node, items: readonly Item[], place: Place): TextEdit[] {
  if (items.length === 0) return [];
  const last = container.children?.at(-1);
  return [
    last === undefined ? intoEmpty(container, items, place) : behind(last, { container, items, place }),
  ];
}

/** Behind the last child: its comma, and a comment on its line, stay with it. */
function behind(
  last: Node,
  { container, items, place }: { container: Node; items: readonly Item[]; place: Place },
): TextEdit {
  const { text, style } = place;
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const from = comma === undefined ? end : comma + 1;
  const comment =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*(?:\r?\n|$)))/.exec(text.slice(from))?.[0] ?? "";
  const isInline = !text.slice(container.offset, last.offset).includes("\n") && comment === "";
  const indent = indentAt(text, last.offset);
  const rendered = items.map((item) =>
    isInline ? ` ${renderInline(item)}` : style.eol + indent + render(item, indent, style),
  );
  const close = comma === undefined ? "" : ",";
  const body = rendered.join(",") + close;
  return { offset: from, before: comment, after: (comma === undefined ? "," : "") + comment + body };
}

/** Into an object or list that holds nothing, behind its comments. */
function intoEmpty(container: Node, items: readonly Item[], { text, style }: Place): TextEdit {
  const closing = container.offset + container.length - 1;
  const inside = text.slice(container.offset + 1, closing);
  const offset = container.offset + 1 + inside.trimEnd().length;
  const outer = indentAt(text, container.offset);
  const indent = outer + style.unit;
  const body = items.map((item) => style.eol + indent + render(item, indent, style)).join(",");
  const endsOnOwnLine = text.slice(offset, closing).includes("\n");
  return { offset, before: "", after: body + (endsOnOwnLine ? "" : style.eol + outer) };
}

function render({ key, value }: Item, indent: string, { unit, eol }: Style): string {
  const lines = JSON.stringify(value, null, unit).split("\n");
  return keyOf(key) + lines.join(eol + indent);
}

function renderInline({ key, value }: Item): string {
  return keyOf(key) + JSON.stringify(value);
}

function keyOf(key: string | undefined): string {
  return key === undefined ? "" : `${JSON.stringify(key)}: `;
}
