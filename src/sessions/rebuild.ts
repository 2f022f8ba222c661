import { isToolResult, type Block, type ToolResultBlock } from "../models/index.ts";
import type { DamageKind } from "./damage.ts";
import { DamageTally } from "./damage-tally.ts";
import { interruptedResult } from "./interrupted.ts";
import { isMessage, type LiveEntry, type LiveHistory, type MessageRecord } from "./live-history.ts";
import { MessageBuilder, type BuiltMessages, type PlacedBlocks } from "./message-builder.ts";
import type { AssistantRecord, CompactionRecord, From } from "./record.ts";
import type { LoggedMessage } from "./restored.ts";
import { elidedResult, isThinking } from "./sent-form.ts";
import { hasForeignReasoning, judgeAnswerBlock, judgeUserBlock } from "./usable-blocks.ts";

/** A conversation, mended. */
export interface Rebuilt extends BuiltMessages {
  tally: DamageTally;
}

/** Damage after which what the model thought no longer fits what stands before it. */
const breaking: ReadonlySet<DamageKind> = new Set([
  "missingBeginning",
  "missingResults",
  "orphanResults",
  "repeatedIds",
  "unusableBlocks",
]);

/**
 * The messages of a log as they can be sent. A pure function of what was read; `model` is the one that is
 * asked next, the logged one when it is left out. What is added to a log only adds blocks.
 */
export function rebuild(history: LiveHistory, model: string | undefined = modelOf(history)): Rebuilt {
  return new Rebuilding(history, model).run();
}

/** The same with a result for each call that waits: how a conversation is shown, and sent after a resume. */
export function settled({ messages, waiting, deferred }: BuiltMessages, n: number): LoggedMessage[] {
  if (waiting.length === 0) return [...messages, ...deferred];
  const results = waiting.map(({ id }) => interruptedResult(id));
  const last = messages.at(-1);
  const given: LoggedMessage = last?.role === "user" ? last : { role: "user", content: [], from: [], n };
  const all = {
    ...given,
    content: [...given.content, ...results],
    from: [...given.from, ...results.map((): From => "tool")],
  };
  return [...(given === last ? messages.slice(0, -1) : messages), all, ...deferred];
}

// Without a context record the first answer says which model it was.
function modelOf({ context, entries }: LiveHistory): string | undefined {
  if (context !== null && context.model !== "") return context.model;
  for (const entry of entries) {
    if (isMessage(entry) && entry.type === "assistant" && entry.model !== "") return entry.model;
  }
  return undefined;
}

type ResultRecord = Exclude<MessageRecord, { type: "assistant" }>;

class Rebuilding {
  readonly #history: LiveHistory;
  readonly #model: string | undefined;
  readonly #tally = new DamageTally();
  readonly #builder: MessageBuilder;
  /** Of the last answer: after its calls no words of the same answer come. */
  #stop: AssistantRecord["stop"] | null = null;
  /** Something before was lost or changed, and no resume has told it yet. */
  #isBroken = false;

  constructor(history: LiveHistory, model: string | undefined) {
    this.#history = history;
    this.#model = model;
    this.#builder = new MessageBuilder((kind) => this.#damage(kind));
  }

  run(): Rebuilt {
    const { compaction, entries } = this.#history;
    if (compaction !== null) this.#addCompaction(compaction);
    for (const entry of entries) this.#add(entry);
    const built = this.#builder.finish();
    built.waiting.forEach(() => this.#tally.add("missingResults"));
    return { ...built, tally: this.#tally };
  }

  #add(entry: LiveEntry): void {
    if (isMessage(entry)) return this.#addMessage(entry);
    if ("damage" in entry) {
      this.#tally.add(entry.damage, entry.line);
      const firstSent = this.#history.compaction?.firstKept ?? 0;
      if (entry.isLoss && entry.after + 1 >= firstSent) this.#isBroken = true;
      return;
    }
    // A resume took the answer before its record as ended, and told what was wrong.
    this.#builder.closeAnswer();
    this.#tally.tell();
    this.#isBroken = false;
  }

  #addCompaction({ n, summary, content, from }: CompactionRecord & { n: number }): void {
    const blocks: Block[] = content ?? (summary.trim() === "" ? [] : [{ type: "text", text: summary }]);
    this.#builder.addWords(this.#usable({ content: blocks, from: from ?? ["summary"] }), n);
  }

  #addMessage(record: MessageRecord): void {
    if (record.type === "assistant") return this.#addAnswer(record);
    const results = record.content.filter(isResult);
    for (const block of results) this.#addResult(block, record, results.length === 1);
    if (results.length === record.content.length) return;
    const others = this.#usable(results.length === 0 ? record : withoutResults(record));
    if (record.type === "user") {
      if (record.told !== undefined) others.told = record.told;
      this.#builder.addWords(others, record.n);
    } else this.#builder.addLoose(others, record.n);
  }

  #addAnswer(record: AssistantRecord & { n: number }): void {
    if (this.#stop === "tool_use" && !isCall(record.content[0])) this.#builder.settleCalls();
    this.#stop = record.stop;
    const asked = { model: this.#model };
    let isMended = asked.model !== undefined && record.model !== asked.model;
    if (hasForeignReasoning(record, asked)) this.#tally.add("foreignReasoning");
    const isBeforeCompaction = record.n < (this.#history.compaction?.n ?? 0);
    const blocks = mapKept(record.content, (block) => {
      const { sent, damage } = judgeAnswerBlock(block, record, asked);
      if (damage !== undefined) this.#damage(damage);
      if (damage === "unusableBlocks") isMended = true;
      return sent !== null && isThinking(sent) && (this.#isBroken || isBeforeCompaction) ? null : sent;
    });
    const { n, model, raw } = record;
    this.#builder.addAnswer({ n, model, blocks, ...(isMended ? {} : { raw }) });
  }

  #addResult(block: Block, record: ResultRecord, isOnly: boolean): void {
    if (!isToolResult(block)) return this.#damage("unusableBlocks");
    const isElided = (this.#history.elided.get(block.tool_use_id) ?? -1) > record.n;
    const usable = withUsableContent(block);
    this.#builder.addResult({
      block: isElided ? (elidedResult(usable) as ToolResultBlock) : usable,
      n: record.n,
      // Behind `tool` stand the notes in this result.
      from: record.type === "tool_result" && isOnly ? record.from : ["tool"],
      memories: record.type === "tool_result" ? (record.memories ?? []) : [],
    });
  }

  #usable({ content, from }: PlacedBlocks): PlacedBlocks {
    const kept: From[] = [];
    const usable = mapKept(content, (block, at) => {
      const { sent, damage } = judgeUserBlock(block);
      if (damage !== undefined) this.#damage(damage);
      if (sent !== null) kept.push(from[at] ?? "person");
      return sent;
    });
    return usable === content && from.length === content.length
      ? { content, from }
      : { content: usable, from: kept };
  }

  #damage(kind: DamageKind): void {
    this.#tally.add(kind);
    if (breaking.has(kind)) this.#isBroken = true;
  }
}

/** What becomes of each block; null leaves it out. The very same list where all stay: a long log has many. */
function mapKept(blocks: Block[], change: (block: Block, at: number) => Block | null): Block[] {
  let isSame = true;
  const changed: Block[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    const sent = change(block, at);
    if (sent !== block) isSame = false;
    if (sent !== null) changed.push(sent);
  }
  return isSame ? blocks : changed;
}

function isCall(block: unknown): boolean {
  return typeof block === "object" && block !== null && (block as { type?: unknown }).type === "tool_use";
}

/** Blocks come from a file and may be anything. */
function isResult(block: unknown): block is Block {
  return typeof block === "object" && block !== null && (block as { type?: unknown }).type === "tool_result";
}

function withoutResults({ content, from }: PlacedBlocks): PlacedBlocks {
  const others = content.flatMap((block, at) =>
    isResult(block) ? [] : [{ block, from: from[at] ?? "person" }],
  );
  return { content: others.map(({ block }) => block), from: others.map((other) => other.from) };
}

/** A result's content as the providers take it: blocks of an outer file may hold blank texts, and worse. */
function withUsableContent(block: ToolResultBlock): ToolResultBlock {
  const content: unknown = block.content;
  if (content === undefined || typeof content === "string") return block;
  if (!Array.isArray(content)) return { ...block, content: JSON.stringify(content) };
  const usable = (content as Block[]).filter((part) => judgeUserBlock(part).sent !== null);
  return usable.length === content.length ? block : { ...block, content: usable };
}
