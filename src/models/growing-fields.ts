import { isTooDeep } from "./json-text.ts";

/** Fields that arrive in pieces: a text is appended to a text, anything else replaces what was there. */
export class GrowingFields {
  readonly #fields = new Map<string, unknown>();

  /** Adds a piece; null says nothing, and what is nested too deep to be written again is left out. */
  add(name: string, value: unknown): void {
    if (value === null || value === undefined || isTooDeep(value)) return;
    const before = this.#fields.get(name);
    if (typeof value === "string" && typeof before === "string") this.#fields.set(name, before + value);
    else if (isList(value) && isList(before)) this.#fields.set(name, mergedItems(before, value));
    else this.#fields.set(name, value);
  }

  /** Undefined when nothing came. */
  result(): Record<string, unknown> | undefined {
    return this.#fields.size === 0 ? undefined : Object.fromEntries(this.#fields);
  }
}

type Item = Record<string, unknown>;

/** Texts of a list's items that come in pieces; their other texts (`type`, `format`, `id`) are repeated whole. */
const GROWING = new Set(["text", "summary", "data", "thinking"]);

function isList(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null);
}

/** Pieces of one item share its `index` and `type` (OpenRouter's `reasoning_details`); others are items of their own. */
function mergedItems(before: readonly Item[], pieces: readonly Item[]): Item[] {
  const items = [...before];
  for (const piece of pieces) {
    const at = items.findLastIndex((item) => isSameItem(item, piece));
    const item = items[at];
    if (item === undefined) items.push(piece);
    else items[at] = grown(item, piece);
  }
  return items;
}

function isSameItem(item: Item, piece: Item): boolean {
  const { index, type } = piece;
  return (
    typeof index === "number" && item["index"] === index && (type === undefined || item["type"] === type)
  );
}

function grown(item: Item, piece: Item): Item {
  const result = { ...item };
  for (const [name, value] of Object.entries(piece)) {
    const before = result[name];
    const isAppended = GROWING.has(name) && typeof value === "string" && typeof before === "string";
    if (isAppended) result[name] = before + value;
    else if (value !== null && value !== undefined) result[name] = value;
  }
  return result;
}
