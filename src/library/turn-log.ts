import type { OpenedLog } from "../app/index.ts";
import type { Extraction } from "../extraction/index.ts";
import { isText, type Model } from "../models/index.ts";
import type { RecallConversation, RecalledPart } from "../recall/index.ts";
import type { From } from "../sessions/index.ts";
import { systemReminder } from "../text/index.ts";
import type { FinishedTurn, MemoryCall } from "./conversation.ts";
import { noModel } from "./no-model.ts";
import { recordsOfTurn, textBlock, type LoggedCall, type TurnPart } from "./turn-records.ts";

/** What of another agent's conversation is known: which memories it holds, and the session that its turns become. */
export interface TurnLog {
  /** Of the session. */
  readonly id: string;
  /** What recall goes by. */
  messages(): RecallConversation["messages"];
  /** What the next prompt carries besides memories, once: begin the turn with it. */
  reminder(): Promise<TurnPart | null>;
  /** A new turn begins with these texts. */
  begin(parts: readonly TurnPart[]): void;
  /** A turn begins with texts that were brought before; false where it is the one that runs. */
  beginAgain(texts: readonly string[]): boolean;
  /** More memories came while it runs. */
  addRecalled(parts: readonly RecalledPart[]): void;
  /** A memory tool was called; `seen` as `scope/slug@version`. */
  addCall(call: MemoryCall, seen: readonly string[]): void;
  /** The turn that runs came to nothing. */
  forget(): void;
  /** Records the turn and has it read. Fails as an append to a log does. */
  end(turn: FinishedTurn): Promise<void>;
  close(): Promise<void>;
}

export interface TurnLogOptions {
  /** The log, and what it holds already. */
  opened: OpenedLog;
  extraction: Extraction;
  /** Reads finished turns; without one they are only recorded, and looked at for a wish to remind of. */
  model?: Model;
}

/** The log of a conversation of which only prompts, answers and memory are known. Nothing is on disk before its first turn has ended. */
export function createTurnLog({ opened: { log, history }, extraction, model }: TurnLogOptions): TurnLog {
  // A reminder needs no model.
  const isFollowed = model !== undefined || extraction.mode(noModel.info) === "nudge";
  const followed = isFollowed
    ? extraction.follow({
        get id() {
          return log.id;
        },
        append: log.append,
        isResumed: log.isStarted,
        ...(model && { model: () => model.info }),
      })
    : null;
  const append = followed?.append ?? log.append;
  const earlier: SeenMessage[] = [...(history?.messages ?? [])];
  const brought = new Map(earlier.flatMap(partsBroughtIn).map((part) => [part.text, part]));
  let current = newTurn([]);
  let unsent: TurnPart | null = noteOf(history?.notes?.join("\n\n") ?? "");

  function begin(parts: readonly TurnPart[]): void {
    earlier.push(...current.seen);
    current = newTurn(parts);
    for (const part of parts) brought.set(part.text, part);
  }

  return {
    get id() {
      return log.id;
    },
    messages: () => [...earlier, ...current.seen],
    async reminder() {
      const kept = unsent;
      unsent = null;
      if (kept !== null) return kept;
      return noteOf((await followed?.reminder()) ?? "");
    },
    begin,
    beginAgain(texts) {
      if (isSame(texts, current.opening)) return false;
      begin(texts.flatMap((text) => brought.get(text) ?? []));
      // The message stands in the conversation already, unless its turn was forgotten.
      if (current.seen.some((message) => holds(earlier, message))) current.seen = [];
      return true;
    },
    addRecalled(parts) {
      if (parts.length === 0) return;
      current.parts.push(...parts);
      current.seen.push(messageOf(parts));
    },
    addCall(call, seen) {
      current.calls.push({ ...call, seen });
      current.seen.push({ content: [], memories: seen });
    },
    forget() {
      unsent = current.parts.find(({ from }) => from === "note") ?? unsent;
      current = newTurn([]);
    },
    async end(turn) {
      const records = recordsOfTurn(turn, { ...current, model });
      begin([]);
      let first: number | undefined;
      for (const record of records) {
        const n = await append(record);
        first ??= n;
      }
      if (first !== undefined) followed?.turnEnded({ begin: first, model: model ?? noModel });
    },
    async close() {
      followed?.close();
      await log.close();
    },
  };
}

type SeenMessage = RecallConversation["messages"][number];

interface CurrentTurn {
  /** What its prompt carried. */
  opening: readonly string[];
  parts: TurnPart[];
  calls: LoggedCall[];
  /** What recall must know of it. */
  seen: SeenMessage[];
}

function newTurn(parts: readonly TurnPart[]): CurrentTurn {
  return {
    opening: parts.map(({ text }) => text),
    parts: [...parts],
    calls: [],
    seen: parts.length === 0 ? [] : [messageOf(parts)],
  };
}

function noteOf(text: string): TurnPart | null {
  return text === "" ? null : { text: systemReminder(text), from: "note" };
}

/** What a prompt of the log carried beside its words. */
function partsBroughtIn({ content, from = [] }: SeenMessage): TurnPart[] {
  return content.flatMap((block, at) => {
    const tag = from[at];
    const isBrought = tag === "note" || (tag?.startsWith("recall:") ?? false);
    return isBrought && isText(block) ? [{ text: block.text, from: tag as From }] : [];
  });
}

function messageOf(parts: readonly TurnPart[]): SeenMessage {
  return { content: parts.map(({ text }) => textBlock(text)), from: parts.map(({ from }) => from) };
}

function isSame(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, at) => text === others[at]);
}

function holds(messages: readonly SeenMessage[], { from = [] }: SeenMessage): boolean {
  return messages.some((message) => isSame(from, message.from ?? []));
}
