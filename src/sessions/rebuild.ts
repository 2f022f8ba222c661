import { isText, isToolResult, isToolUse, type Block } from "../models/index.ts";
import { countBytes } from "../text/index.ts";
import type { DamageKind } from "./damage.ts";
import { DamageTally } from "./damage-tally.ts";
import { interruptedResult } from "./interrupted.ts";
import type { LiveEntry, LiveHistory, MessageRecord } from "./live-history.ts";
import { MessageBuilder, type BuiltMessages, type PlacedBlock } from "./message-builder.ts";
import type { AssistantRecord, CompactionRecord, From } from "./record.ts";
import type { LoggedMessage, RecalledText } from "./restored.ts";
import { elidedResult, isThinking } from "./sent-form.ts";
import { hasForeignReasoning, judgeAnswerBlock, judgeUserBlock } from "./usable-blocks.ts";

/** A conversation, mended. */
export interface Rebuilt extends BuiltMessages {
  tally: DamageTally;
  recalled: RecalledText[];
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
    if (entry.kind === "message" && entry.record.type === "assistant" && entry.record.model !== "") {
      return entry.record.model;
    }
  }
  return undefined;
}

class Rebuilding {
  readonly #history: LiveHistory;
  readonly #model: string | undefined;
  readonly #tally = new DamageTally();
  readonly #builder: MessageBuilder;
  readonly #recalled: RecalledText[] = [];
  /** Calls that are not sent; nor are their results. */
  readonly #unusableCalls = new Set<string>();
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
    for (const _call of built.waiting) this.#tally.add("missingResults");
    return { ...built, tally: this.#tally, recalled: this.#recalled };
  }

  #add(entry: LiveEntry): void {
    switch (entry.kind) {
      case "damage":
        this.#tally.add(entry.damage, entry.line);
        if (entry.isLoss && entry.after + 1 >= (this.#history.compaction?.firstKept ?? 0))
          this.#isBroken = true;
        return;
      case "repair":
        this.#tally.tell();
        this.#isBroken = false;
        return;
      case "message":
        return this.#addMessage(entry.record);
    }
  }

  #addCompaction({ n, summary, content, from }: CompactionRecord & { n: number }): void {
    const blocks = content ?? (summary.trim() === "" ? [] : [{ type: "text", text: summary }]);
    const parts = blocks.map((block, at) => ({ block, from: from?.[at] ?? "summary" }));
    this.#builder.addWords(this.#usable(parts), n);
  }

  #addMessage(record: MessageRecord): void {
    if (record.type === "assistant") return this.#addAnswer(record);
    this.#noteRecalled(record);
    const parts = record.content.map((block, at) => ({ block, from: record.from[at] ?? "person" }));
    for (const { block } of parts) if (isBlockOf(block, "tool_result")) this.#addResult(block, record.n);
    const others = this.#usable(parts.filter(({ block }) => !isBlockOf(block, "tool_result")));
    if (record.type === "user") this.#builder.addWords(others, record.n);
    else this.#builder.addLoose(others, record.n);
  }

  #addAnswer(record: AssistantRecord & { n: number }): void {
    const blocks: Block[] = [];
    const asked = { model: this.#model };
    let isMended = asked.model !== undefined && record.model !== asked.model;
    if (hasForeignReasoning(record, asked)) this.#tally.add("foreignReasoning");
    const isBeforeCompaction = record.n < (this.#history.compaction?.n ?? 0);
    for (const block of record.content) {
      const verdict = judgeAnswerBlock(block, record, asked);
      if (verdict.isKept) {
        if (!isThinking(block) || !(this.#isBroken || isBeforeCompaction)) blocks.push(block);
      } else if (verdict.damage !== undefined) {
        this.#damage(verdict.damage);
        if (verdict.damage !== "unusableBlocks") continue;
        isMended = true;
        if (isBlockOf(block, "tool_use")) this.#unusableCalls.add(String(block["id"]));
      }
    }
    const { n, model, raw } = record;
    for (const block of blocks) if (isToolUse(block)) this.#unusableCalls.delete(block.id);
    this.#builder.addAnswer({ n, model, blocks, ...(isMended ? {} : { raw }) });
  }

  #addResult(block: Block, n: number): void {
    if (!isToolResult(block)) return this.#damage("unusableBlocks");
    if (this.#unusableCalls.has(block.tool_use_id)) return;
    const isElided = (this.#history.elided.get(block.tool_use_id) ?? -1) > n;
    this.#builder.addResult(isElided ? elidedResult(block) : withoutBlankParts(block), n);
  }

  #usable(parts: readonly PlacedBlock[]): PlacedBlock[] {
    return parts.filter(({ block }) => {
      const verdict = judgeUserBlock(block);
      if (!verdict.isKept && verdict.damage !== undefined) this.#damage(verdict.damage);
      return verdict.isKept;
    });
  }

  #damage(kind: DamageKind): void {
    this.#tally.add(kind);
    if (breaking.has(kind)) this.#isBroken = true;
  }

  #noteRecalled({ n, content, from }: Exclude<MessageRecord, { type: "assistant" }>): void {
    if (n < (this.#history.compaction?.n ?? 0)) return;
    const texts = textsOf(content, from.length);
    from.forEach((source, at) => {
      if (!source.startsWith(RECALL)) return;
      this.#recalled.push({ memory: source.slice(RECALL.length), bytes: countBytes(texts[at] ?? "") });
    });
  }
}

const RECALL = "recall:";

/** One text for each `from`. Notes within a result are the last parts of its content, and the last of `from`. */
function textsOf(content: readonly Block[], count: number): string[] {
  const [only] = content;
  if (content.length !== 1 || only === undefined || !isBlockOf(only, "tool_result"))
    return content.map(textOfBlock);
  const parts = Array.isArray(only["content"]) ? (only["content"] as Block[]).map(textOfBlock) : [];
  const notes = count > 1 ? parts.slice(-(count - 1)) : [];
  return ["", ...notes];
}

function textOfBlock(block: Block): string {
  return isBlockOf(block, "text") && isText(block) ? block.text : "";
}

/** Blocks come from a file and may be anything. */
function isBlockOf(block: unknown, type: string): block is Block {
  return typeof block === "object" && block !== null && (block as { type?: unknown }).type === type;
}

function withoutBlankParts(block: Block): Block {
  const { content } = block as { content?: unknown };
  if (!Array.isArray(content) || !content.some((part) => isBlank(part))) return block;
  return { ...block, content: content.filter((part) => !isBlank(part)) };
}

function isBlank(part: unknown): boolean {
  return isBlockOf(part, "text") && (!isText(part) || part.text.trim() === "");
}
