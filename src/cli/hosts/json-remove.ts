import { findNodeAtLocation } from "jsonc-parser";
import { commaAfter, readJsonText } from "./json-text.ts";

/** Where a value stands in JSON: keys and numbers of elements, from the top. */
export type JsonPath = readonly (string | number)[];

/** The text without the property or element at this place, its comma and the blanks before it; comments stay. */
export function removeFromJson(text: string, path: JsonPath, file: string): string {
  const { root } = readJsonText(text, file);
  const found = root && findNodeAtLocation(root, [...path]);
  const node = found?.parent?.type === "property" ? found.parent : found;
  const siblings = node?.parent?.children;
  if (node === undefined || siblings === undefined) return text;
  const end = node.offset + node.length;
  const start = text.slice(0, node.offset).trimEnd().length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return text.slice(0, start) + text.slice(end, comma) + text.slice(comma + 1);
  const before = siblings[siblings.indexOf(node) - 1];
  const left = text.slice(0, start) + text.slice(end);
  const earlier = before && commaAfter(text, before.offset + before.length);
  return earlier === undefined ? left : left.slice(0, earlier) + left.slice(earlier + 1);
}
