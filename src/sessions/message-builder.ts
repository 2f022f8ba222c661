import { isToolUse, type Block, type ToolResultBlock, type ToolUseBlock } from "../models/index.ts";
import type { DamageKind } from "./damage.ts";
import { interruptedResult } from "./interrupted.ts";
import { joinRaw } from "./join-neighbours.ts";
import type { AssistantRecord, From, Told } from "./record.ts";
import type { LoggedMessage } from "./restored.ts";
import { withoutLastThinking, withPairedServerCalls } from "./whole-answer.ts";

/** Blocks and where each is from. */
export interface PlacedBlocks {
  content: Block[];
  from: From[];
  /** What a note among them tells. */
  told?: Told;
}

/** What of an answer can be sent. */
export interface UsableAnswer extends Pick<AssistantRecord, "model" | "raw"> {
  n: number;
  /** Never changed. */
  blocks: Block[];
}

/** A result as it is sent, and what its record says of it. */
export interface PlacedResult {
  block: ToolResultBlock;
  n: number;
  /** `tool`, and the notes in it. */
  from: readonly From[];
  memories: readonly string[];
}

/** A call that has no result yet. */
export interface WaitingCall {
  /** As it is sent. */
  id: string;
  /** As it stands in the log. */
  logged: string;
}

/** Messages, and what is still to come before the next one. */
export interface BuiltMessages {
  messages: LoggedMessage[];
  /** Calls of the last answer that have no result. */
  waiting: WaitingCall[];
  /** What stands behind their results. */
  deferred: LoggedMessage[];
}

const BEGINNING = "(The beginning of this conversation is lost.)";
const LOST_CALL = "The result of a call that is lost:";

/**
 * Puts messages together so that every call has exactly one result, in the very next message. It decides with
 * what came before alone, and a block that stands is never taken back: what is added to a log changes nothing
 * of what was there.
 */
export class MessageBuilder {
  readonly #messages: LoggedMessage[] = [];
  /** The answer that may still grow: some are written one block a record. */
  #answer: LoggedMessage | null = null;
  #isListOfRecord = false;
  /** The message of results that may still grow. */
  #results: LoggedMessage | null = null;
  /** Calls of the last answer without a result, by their id in the log. */
  readonly #waiting = new Map<string, WaitingCall>();
  #deferred: LoggedMessage[] = [];
  /** Of all calls so far, as they are sent. */
  readonly #ids = new Set<string>();
  /** Ids in the log of all calls that have a result from the log. */
  readonly #answered = new Set<string>();
  readonly #onDamage: (kind: DamageKind) => void;

  constructor(onDamage: (kind: DamageKind) => void) {
    this.#onDamage = onDamage;
  }

  /** Goes on with the answer before when nothing stands between. */
  addAnswer({ n, model, raw, blocks }: UsableAnswer): void {
    if (this.#answer === null) this.#settleLost();
    const answer = (this.#answer ??= { role: "assistant", content: [], from: [], n, model });
    const sent = blocks.some(isToolUse) ? this.#withCalls(blocks, n) : blocks;
    const isOwnForm = sent === blocks && (answer.content.length === 0 || answer.model === model);
    this.#addContent(answer, sent);
    answer.model = model;
    // The provider's form says what came, not what is sent now.
    if (!isOwnForm) delete answer.raw;
    else if (raw !== undefined) answer.raw = joinRaw(answer.raw, raw);
  }

  /** Without a waiting call a result becomes words, so that they are not lost. */
  addResult(result: PlacedResult): void {
    const { block, n } = result;
    const id = block.tool_use_id;
    const call = this.#waiting.get(id);
    if (call !== undefined) {
      this.closeAnswer();
      this.#waiting.delete(id);
      this.#answered.add(id);
      this.#placeResult(call.id === id ? result : { ...result, block: { ...block, tool_use_id: call.id } });
      if (this.#waiting.size === 0) this.#releaseDeferred();
    } else if (this.#answered.has(id)) this.#onDamage("repeatedIds");
    else {
      this.#onDamage("orphanResults");
      this.addLoose(wordsOf(block), n);
    }
  }

  /** A message of the person. Calls that still wait will get no result any more. */
  addWords(parts: PlacedBlocks, n: number): void {
    if (parts.content.length === 0) return;
    this.#settleLost();
    this.#pushUser(parts, n);
  }

  /** What follows is another answer: the results of calls that wait are lost. */
  settleCalls(): void {
    if (this.#waiting.size > 0) this.#settleLost();
  }

  /** What stands behind the results that are still to come. */
  addLoose(parts: PlacedBlocks, n: number): void {
    if (parts.content.length === 0) return;
    this.closeAnswer();
    if (this.#waiting.size === 0) this.#pushUser(parts, n);
    else this.#deferred.push(userMessage(parts, n));
  }

  /** What comes next is no part of the answer before it. */
  closeAnswer(): void {
    const answer = this.#answer;
    if (answer === null) return;
    this.#answer = null;
    this.#results = null;
    const content = withoutLastThinking(withPairedServerCalls(answer.content));
    if (content.length === 0) return;
    if (this.#messages.length === 0) {
      this.#onDamage("missingBeginning");
      this.#pushUser({ content: [{ type: "text", text: BEGINNING }], from: ["note"] }, answer.n);
    }
    answer.content = content;
    answer.from = content.map((): From => "model");
    this.#messages.push(answer);
  }

  finish(): BuiltMessages {
    this.closeAnswer();
    return { messages: this.#messages, waiting: [...this.#waiting.values()], deferred: this.#deferred };
  }

  /** The list of a record is not copied while the answer is of that record alone, as almost all are. */
  #addContent(answer: LoggedMessage, blocks: Block[]): void {
    if (answer.content.length === 0) {
      answer.content = blocks;
      this.#isListOfRecord = true;
      return;
    }
    if (this.#isListOfRecord) answer.content = [...answer.content];
    this.#isListOfRecord = false;
    for (const block of blocks) answer.content.push(block);
  }

  /** The blocks as they are sent; the very same where no call had to be changed. */
  #withCalls(blocks: Block[], n: number): Block[] {
    const sent = blocks.flatMap((block) => (isToolUse(block) ? (this.#addCall(block, n) ?? []) : [block]));
    return sent.length === blocks.length && sent.every((block, at) => block === blocks[at]) ? blocks : sent;
  }

  /** The call as it is sent; undefined when this answer holds one of its id. */
  #addCall(call: ToolUseBlock, n: number): ToolUseBlock | undefined {
    if (this.#waiting.has(call.id)) {
      this.#onDamage("repeatedIds");
      return undefined;
    }
    const isTaken = this.#ids.has(call.id);
    if (isTaken) this.#onDamage("repeatedIds");
    const sent = isTaken ? { ...call, id: this.#freeId(`${call.id}_${n}`) } : call;
    this.#ids.add(sent.id);
    this.#waiting.set(call.id, { id: sent.id, logged: call.id });
    return sent;
  }

  #freeId(wanted: string): string {
    return this.#ids.has(wanted) ? this.#freeId(`${wanted}_`) : wanted;
  }

  /** What follows shows that the results still waited for never came. */
  #settleLost(): void {
    this.closeAnswer();
    for (const { id } of this.#waiting.values()) {
      this.#onDamage("missingResults");
      const n = this.#messages.at(-1)?.n ?? 0;
      this.#placeResult({ block: interruptedResult(id), n, from: ["tool"], memories: [] });
    }
    this.#waiting.clear();
    this.#releaseDeferred();
    this.#results = null;
  }

  #placeResult({ block, n, from, memories }: PlacedResult): void {
    if (this.#results === null) {
      this.#results = userMessage({ content: [], from: [] }, n);
      this.#messages.push(this.#results);
    }
    this.#results.content.push(block);
    for (const source of from) this.#results.from.push(source);
    if (memories.length > 0) this.#results.memories = [...(this.#results.memories ?? []), ...memories];
  }

  #pushUser(parts: PlacedBlocks, n: number): void {
    this.#results = null;
    this.#messages.push(userMessage(parts, n));
  }

  #releaseDeferred(): void {
    if (this.#deferred.length === 0) return;
    this.#results = null;
    for (const message of this.#deferred) this.#messages.push(message);
    this.#deferred = [];
  }
}

function userMessage({ content, from, told }: PlacedBlocks, n: number): LoggedMessage {
  return told === undefined ? { role: "user", content, from, n } : { role: "user", content, from, n, told };
}

function wordsOf({ content }: ToolResultBlock): PlacedBlocks {
  const said: Block[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const words = [{ type: "text", text: LOST_CALL }, ...said];
  return { content: words, from: words.map(() => "tool") };
}
