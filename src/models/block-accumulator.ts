import { compactJson, isJsonObject, isLossy, isTooDeep, jsonMembers } from "./json-text.ts";
import type { Block, ModelEvent, UnusableCall } from "./model.ts";
import { WholeCharacters } from "./whole-characters.ts";

/** What the blocks of an answer came to. */
export interface AccumulatedBlocks {
  blocks: Block[];
  /** JSON texts of the blocks that parsing changes, as they came; to be sent back instead of the parsed form. */
  exact: string[];
  /** Calls whose arguments could not be read, and what had come of them. */
  unusable: UnusableCall[];
  unread: Record<string, string>;
}

/** A field grows by pieces while it is a text, and is replaced as a whole when it is anything else. */
type Field = { pieces: string[] } | { json: string };

interface OpenBlock {
  fields: Map<string, Field>;
  /** Pieces of a call's arguments; they are JSON only when all are there. */
  argumentPieces: string[];
  shown: WholeCharacters;
}

/** The delta kinds whose meaning is known: which of their fields is content. The rest is about the stream. */
const CONTENT_OF_DELTA: Record<string, string> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  input_json_delta: "partial_json",
  citations_delta: "citation",
};

/**
 * Puts the blocks of an Anthropic stream together without knowing their kinds, from the JSON text
 * of the events: whatever the provider sent can be sent back as it was.
 */
export class BlockAccumulator {
  readonly #blocks: OpenBlock[] = [];
  readonly #byIndex = new Map<number, OpenBlock>();
  readonly #callIds = new Set<string>();
  readonly #fallbackId: (position: number) => string;
  /** Characters of the JSON that brought something. */
  size = 0;

  /** `fallbackId` names a call that came without an id, or with that of another call of this answer. */
  constructor(fallbackId: (position: number) => string) {
    this.#fallbackId = fallbackId;
  }

  /** Opens a block; `contentBlock` is the JSON text of the event's `content_block`. */
  start(index: number, contentBlock: string): ModelEvent[] {
    const before = this.stop(index);
    this.size += contentBlock.length;
    const fields = new Map<string, Field>();
    for (const [name, value] of jsonMembers(contentBlock)) fields.set(name, fieldOf(value));
    const block: OpenBlock = { fields, argumentPieces: [], shown: new WholeCharacters() };
    this.#blocks.push(block);
    this.#byIndex.set(index, block);
    if (!isCall(block)) return [...before, ...shown(block, "text"), ...shown(block, "thinking")];
    const id = this.#idOfCall(block);
    const name = textOfField(fields.get("name"));
    return name === undefined ? before : [...before, { type: "tool-call-start", id, name }];
  }

  /** Adds a delta; `delta` is the JSON text of the event's `delta`. A text may begin without a start. */
  add(index: number, delta: string): ModelEvent[] {
    const members = jsonMembers(delta);
    const kind = stringOf(members.find(([name]) => name === "type")?.[1]) ?? "";
    if (!this.#byIndex.has(index)) {
      if (kind !== "text_delta") return [];
      this.start(index, '{"type":"text","text":""}');
    }
    const block = this.#byIndex.get(index);
    if (block === undefined) return [];
    const content = Object.hasOwn(CONTENT_OF_DELTA, kind) ? CONTENT_OF_DELTA[kind] : undefined;
    return members
      .filter(([name]) => name !== "type" && (content === undefined || name === content))
      .flatMap(([name, value]) => {
        if (value !== '""') this.size += value.length;
        if (kind === "citations_delta") return addCitation(block, value);
        if (kind === "input_json_delta") return addArguments(block, value);
        return addField(block, name, value);
      });
  }

  /** Closes a block: what its deltas held back comes out. */
  stop(index: number): ModelEvent[] {
    const block = this.#byIndex.get(index);
    this.#byIndex.delete(index);
    return block === undefined ? [] : deltaOf(block, block.shown.rest());
  }

  /** Closes whatever is still open. */
  stopAll(): ModelEvent[] {
    return [...this.#byIndex.keys()].flatMap((index) => this.stop(index));
  }

  /** All blocks in the order they began. */
  result(): AccumulatedBlocks {
    const result: AccumulatedBlocks = { blocks: [], exact: [], unusable: [], unread: {} };
    for (const open of this.#blocks) {
      const problem = closeArguments(open);
      const json = jsonOf(open.fields);
      result.blocks.push(JSON.parse(json) as Block);
      if (isLossy(json)) result.exact.push(json);
      const id = textOfField(open.fields.get("id"));
      if (problem === undefined || id === undefined) continue;
      if (isCall(open)) result.unusable.push({ id, reason: problem });
      result.unread[id] = open.argumentPieces.join("");
    }
    return result;
  }

  #idOfCall({ fields }: OpenBlock): string {
    const given = textOfField(fields.get("id")) ?? "";
    const id = given === "" || this.#callIds.has(given) ? this.#fallbackId(this.#blocks.length - 1) : given;
    if (id !== given) fields.set("id", { pieces: [id] });
    this.#callIds.add(id);
    return id;
  }
}

function isCall({ fields }: OpenBlock): boolean {
  return textOfField(fields.get("type")) === "tool_use";
}

function addArguments(block: OpenBlock, value: string): ModelEvent[] {
  block.argumentPieces.push(stringOf(value) ?? "");
  return [];
}

function addCitation(block: OpenBlock, value: string): ModelEvent[] {
  if (isTooDeep(JSON.parse(value))) return [];
  const field = block.fields.get("citations");
  const before = field !== undefined && "json" in field && field.json.startsWith("[") ? field.json : "[]";
  const json = before === "[]" ? `[${value}]` : `${before.slice(0, -1)},${value}]`;
  block.fields.set("citations", { json });
  return [];
}

/** A text is appended to a text; anything else replaces what was there. */
function addField(block: OpenBlock, name: string, value: string): ModelEvent[] {
  const text = stringOf(value);
  const field = block.fields.get(name);
  if (text === undefined || field === undefined || "json" in field) {
    block.fields.set(name, fieldOf(value));
    return text === undefined ? [] : shown(block, name);
  }
  field.pieces.push(text);
  return isShown(block, name) ? deltaOf(block, block.shown.push(text)) : [];
}

/** Text that begins with the block, as one delta. */
function shown(block: OpenBlock, name: string): ModelEvent[] {
  const text = textOfField(block.fields.get(name)) ?? "";
  return isShown(block, name) ? deltaOf(block, block.shown.push(text)) : [];
}

function isShown(block: OpenBlock, name: string): boolean {
  return (name === "text" || name === "thinking") && textOfField(block.fields.get("type")) === name;
}

function deltaOf(block: OpenBlock, text: string): ModelEvent[] {
  if (text === "") return [];
  const isThinking = textOfField(block.fields.get("type")) === "thinking";
  return [{ type: isThinking ? "thinking-delta" : "text-delta", text }];
}

/** Gives the block its arguments; the sentence for the model when they are no JSON object. */
function closeArguments(block: OpenBlock): string | undefined {
  const { fields, argumentPieces } = block;
  const text = argumentPieces.join("").trim();
  const field = fields.get("input");
  if (text !== "" && isJsonObject(text) && !isTooDeep(JSON.parse(text))) {
    fields.set("input", { json: compactJson(text) });
    return undefined;
  }
  const given = field !== undefined && "json" in field ? field.json : undefined;
  if (text === "" && (!isCall(block) || given?.startsWith("{") === true)) return undefined;
  if (text === "" && field === undefined) {
    fields.set("input", { json: "{}" });
    return undefined;
  }
  fields.set("input", { json: "{}" });
  return "The arguments of this call were not a JSON object, so it did not run. Send the call again with valid arguments.";
}

function fieldOf(json: string): Field {
  const text = stringOf(json);
  if (text !== undefined) return { pieces: [text] };
  return { json: isTooDeep(JSON.parse(json)) ? "null" : json };
}

function stringOf(json: string | undefined): string | undefined {
  return json?.startsWith('"') === true ? (JSON.parse(json) as string) : undefined;
}

function textOfField(field: Field | undefined): string | undefined {
  return field !== undefined && "pieces" in field ? field.pieces.join("") : undefined;
}

function jsonOf(fields: Map<string, Field>): string {
  const members = [...fields].map(([name, field]) => {
    const value = "json" in field ? field.json : JSON.stringify(field.pieces.join(""));
    return `${JSON.stringify(name)}:${value}`;
  });
  return `{${members.join(",")}}`;
}
