import { CallArguments, inputOf, isWholeObject } from "./call-arguments.ts";
import { GrowingFields } from "./growing-fields.ts";
import { isTooDeep } from "./json-text.ts";
import type { ModelEvent, ToolUseBlock, UnusableCall } from "./model.ts";
import { type RawCall, recordOf } from "./openai-raw.ts";

/** One entry of `tool_calls`, with what servers leave out or do their own way evened out. */
interface Piece {
  index: number | undefined;
  /** "" where it is missing. */
  id: string;
  name: string;
  text: string;
  /** Arguments that came as an object are there as a whole. */
  isWhole: boolean;
  fields: [name: string, value: unknown][];
  functionFields: [name: string, value: unknown][];
}

interface OpenCall {
  id: string;
  /** As the server gave it; later pieces name the call by it. */
  givenId: string;
  index: number | undefined;
  name: string;
  given: CallArguments;
  isAnnounced: boolean;
  fields: GrowingFields;
  functionFields: GrowingFields;
}

export interface AccumulatedCalls {
  blocks: ToolUseBlock[];
  unusable: UnusableCall[];
  raw: Record<string, RawCall>;
}

const BROKEN =
  "The arguments of this call were not a JSON object, so it did not run. Send the call again with valid arguments.";
const NAMELESS = "This call named no tool, so it did not run. Send it again with the name of a tool.";

/**
 * Puts the calls of a chat-completions stream together. Pieces belong together by index and id; where a
 * server leaves out, repeats or invents one of them, the name and whether the arguments are complete tell
 * a further piece from a new call.
 */
export class CallAccumulator {
  readonly #calls: OpenCall[] = [];
  readonly #takenIds: Set<string>;
  readonly #toolNames: ReadonlySet<string>;
  #count: number;
  /** Characters of names and arguments; a new call counts for one. */
  size = 0;

  /** `takenIds` are the ids of the calls this conversation already holds. */
  constructor({ takenIds, toolNames }: { takenIds: Iterable<string>; toolNames: Iterable<string> }) {
    this.#takenIds = new Set(takenIds);
    this.#toolNames = new Set(toolNames);
    this.#count = this.#takenIds.size;
  }

  /** Takes the `tool_calls` of one chunk, or of a whole message. */
  add(entries: unknown): ModelEvent[] {
    const list: unknown[] = Array.isArray(entries) ? entries : [entries];
    // Two entries of one list that both name a tool are two calls.
    const inThisList = new Set<OpenCall>();
    return list.flatMap((entry) => {
      const piece = pieceOf(entry);
      if (isEmpty(piece) || this.#isRepeated(piece)) return [];
      const continued = this.#continuedBy(piece);
      const isNew = continued === undefined || (piece.name !== "" && inThisList.has(continued));
      const call = isNew ? this.#open(piece) : continued;
      inThisList.add(call);
      this.size += (isNew ? 1 + piece.name.length : 0) + piece.text.length;
      return grow(call, piece);
    });
  }

  /** Takes the single call of the old `function_call` form. */
  addFunction(value: unknown): ModelEvent[] {
    return recordOf(value) === undefined ? [] : this.add([{ index: -1, function: value }]);
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** All calls in the order they began. */
  result(): AccumulatedCalls {
    const result: AccumulatedCalls = { blocks: [], unusable: [], raw: {} };
    for (const call of this.#calls) {
      const input = inputOf(call.given.text);
      const problem = input === undefined ? BROKEN : call.name === "" ? NAMELESS : undefined;
      const block: ToolUseBlock = {
        type: "tool_use",
        id: call.id,
        name: call.name === "" ? "unnamed" : call.name,
        input: input ?? {},
      };
      result.blocks.push(block);
      if (problem !== undefined) result.unusable.push({ id: call.id, reason: problem });
      const raw = rawOf(call, block.input);
      if (Object.keys(raw).length > 0) result.raw[call.id] = raw;
    }
    return result;
  }

  #open(piece: Piece): OpenCall {
    const call: OpenCall = {
      id: this.#freeId(piece.id),
      givenId: piece.id,
      index: piece.index,
      name: "",
      given: new CallArguments(),
      isAnnounced: false,
      fields: new GrowingFields(),
      functionFields: new GrowingFields(),
    };
    this.#calls.push(call);
    return call;
  }

  /** A server without ids, or one that counts anew in every answer, gets ids that are unique in the conversation. */
  #freeId(given: string): string {
    let id = given;
    while (id === "" || this.#takenIds.has(id)) id = `call_${(this.#count += 1)}`;
    this.#takenIds.add(id);
    return id;
  }

  /** The call this piece goes on with; undefined when it begins one. */
  #continuedBy(piece: Piece): OpenCall | undefined {
    const call = this.#addressedBy(piece);
    return call === undefined || this.#beginsAnew(piece, call) ? undefined : call;
  }

  #addressedBy(piece: Piece): OpenCall | undefined {
    const { index, id, name } = piece;
    const atIndex = index === undefined ? undefined : this.#calls.findLast((call) => call.index === index);
    if (id !== "") {
      const isSameIndex = (call: OpenCall): boolean =>
        index === undefined || call.index === undefined || call.index === index;
      const sameId = this.#calls.findLast((call) => call.givenId === id && isSameIndex(call));
      return sameId ?? this.#renamedBy(piece, atIndex);
    }
    if (atIndex !== undefined) return atIndex;
    return index === undefined || name === "" ? this.#calls.at(-1) : undefined;
  }

  /** The call that a piece with an id of its own goes on with all the same; `atIndex` is the newest at its index. */
  #renamedBy({ index, name, text }: Piece, atIndex: OpenCall | undefined): OpenCall | undefined {
    const last = this.#calls.at(-1);
    // Only the first piece of a call names the tool; some write a new id into each.
    if (index === undefined) return name === "" && last !== undefined && isUnderWay(last) ? last : undefined;
    if (atIndex === undefined || atIndex.givenId === "" || name === "") return atIndex;
    const isRest = name === atIndex.name && isUnderWay(atIndex) && !/^\s*(\{|$)/.test(text);
    return isRest ? atIndex : undefined;
  }

  #beginsAnew({ index, id, name, text }: Piece, call: OpenCall): boolean {
    if (name === "" || call.name === "") return false;
    if (!call.given.isBlank) {
      if (name !== call.name) return true;
      if (text.trim() === "" && index !== undefined && (id === "" || id === call.givenId)) return false;
      if (!call.given.isComplete) return false;
      // All of the arguments once more, and more of them; or the real ones after a placeholder.
      const isSameId = id !== "" && id === call.givenId;
      const isSameIndex = index !== undefined && index === call.index;
      return !(isSameId && (call.given.isPlaceholder || (isSameIndex && isWholeObject(text))));
    }
    // Without arguments so far: a second known name is a second call, anything else the rest of a name in pieces.
    return name !== call.name && this.#toolNames.has(call.name) && this.#toolNames.has(name);
  }

  /** The whole call once more, as some servers send it at the end. */
  #isRepeated({ id, index, name, text }: Piece): boolean {
    return this.#calls.some(
      (call) =>
        id !== "" &&
        call.givenId === id &&
        (index === undefined || call.index === index) &&
        call.name === name &&
        text.trim() !== "" &&
        call.given.text === text &&
        inputOf(text) !== undefined,
    );
  }
}

function grow(call: OpenCall, piece: Piece): ModelEvent[] {
  if (call.givenId === "") call.givenId = piece.id;
  call.index ??= piece.index;
  if (call.name === "" || (call.given.text === "" && piece.name !== call.name)) call.name += piece.name;
  if (piece.isWhole && piece.text !== "{}") call.given.replace(piece.text);
  else call.given.add(piece.text);
  for (const [name, value] of piece.fields) call.fields.add(name, value);
  for (const [name, value] of piece.functionFields) call.functionFields.add(name, value);
  if (call.isAnnounced || call.name === "") return [];
  call.isAnnounced = true;
  return [{ type: "tool-call-start", id: call.id, name: call.name }];
}

/** Some of its arguments are here, not all. */
function isUnderWay({ given }: OpenCall): boolean {
  return !given.isBlank && !given.isComplete;
}

function pieceOf(entry: unknown): Piece {
  const { index, id, type: _type, function: called, ...rest } = recordOf(entry) ?? {};
  // Some put name and arguments beside the id.
  const { name: flatName, arguments: flatArguments, ...fields } = rest;
  const {
    name,
    arguments: given,
    ...functionFields
  } = recordOf(called) ?? {
    name: flatName,
    arguments: flatArguments,
  };
  const isWhole = typeof given === "object" && given !== null;
  return {
    index: typeof index === "number" ? index : undefined,
    id: typeof id === "string" || typeof id === "number" ? String(id) : "",
    name: typeof name === "string" ? name : "",
    text: isWhole ? textOfObject(given) : String(given ?? ""),
    isWhole,
    fields: Object.entries(fields),
    functionFields: Object.entries(functionFields),
  };
}

/** What is too deep to be written is too deep to be used: a text that is no object stands for it. */
function textOfObject(given: object): string {
  return isTooDeep(given) ? "[too deep]" : JSON.stringify(given);
}

function isEmpty({ id, name, text, fields, functionFields }: Piece): boolean {
  return id === "" && name === "" && text === "" && fields.length === 0 && functionFields.length === 0;
}

function rawOf({ given: { text }, fields, functionFields }: OpenCall, input: unknown): RawCall {
  const ofCall = fields.result();
  const ofFunction = functionFields.result();
  return {
    ...(text !== JSON.stringify(input) && text !== "" && { arguments: text }),
    ...(ofCall !== undefined && { fields: ofCall }),
    ...(ofFunction !== undefined && { functionFields: ofFunction }),
  };
}
