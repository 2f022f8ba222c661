import { createEventLog, type RecallReceipt } from "../events/index.ts";
import { defaultLimits, type Limits } from "../limits/index.ts";
import { createMemoryStore, type Memory, type MemoryStore } from "../memory/index.ts";
import type { AssistantMessage, Model, ModelEvent, ModelInfo, ModelRequest } from "../models/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { createRecall, type Recall, type RecallConversation } from "./create-recall.ts";
import type { RecallIndex } from "./recall-index.ts";
import type { RecalledPart } from "./open-recalled.ts";
import type { RecallOptions } from "./recall-options.ts";
import type { SentMessage } from "./shown.ts";

const now = () => new Date(2031, 2, 10, 9, 0);

/** A model that answers a side query when it is told to. */
export interface HeldModel extends Model {
  asked: ModelRequest[];
  signals: (AbortSignal | undefined)[];
  /** Answers the newest question, and lets what follows from it happen. */
  answer(how: string | Extract<ModelEvent, { type: "error" }>): Promise<void>;
}

export function heldModel(info: Partial<ModelInfo> = {}): HeldModel {
  const waiting: ((event: ModelEvent) => void)[] = [];
  const asked: ModelRequest[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  return {
    info: { ...modelInfo, ...info },
    asked,
    signals,
    async *stream(request, { signal } = {}) {
      asked.push(request);
      signals.push(signal);
      yield await new Promise<ModelEvent>((resolve) => waiting.push(resolve));
    },
    async answer(how) {
      waiting.at(-1)?.(typeof how === "string" ? { type: "done", message: saying(how) } : how);
      await settled();
    },
  };
}

const modelInfo: ModelInfo = {
  id: "side/small",
  provider: "side",
  window: 100_000,
  maxOutput: 4_000,
  thinking: false,
  signedThinking: false,
  images: false,
  local: false,
};

function saying(text: string): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    model: modelInfo.id,
    stop: "end_turn",
    usage: { input: 900, output: 20, cacheRead: 100, cacheWrite: 0 },
  };
}

/** A message of the person with what recall brought, as a conversation holds it. */
export function messageOf(parts: readonly RecalledPart[]): SentMessage {
  return {
    content: [{ type: "text", text: "the prompt" }, ...parts.map(({ text }) => ({ type: "text", text }))],
    from: ["person", ...parts.map(({ from }) => from)],
  };
}

/** What a prompt goes on with, where the model does not matter. */
export function after(...messages: readonly SentMessage[]): RecallConversation {
  return { messages, model: heldModel() };
}

/** Lets everything that only waits for memory storage happen. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function selecting(...ids: string[]): string {
  return JSON.stringify({ selected_memories: ids });
}

export interface RecallFixture {
  store: MemoryStore;
  recall: Recall;
  /** What was recorded, oldest first. */
  receipts(): Promise<RecallReceipt[]>;
  /** Another conversation, or this one in another process. */
  again(more?: Partial<RecallOptions>): Recall;
  save(slug: string, more?: Partial<Pick<Memory, "name" | "description" | "body">>): Promise<void>;
}

/** Recall over a store in memory, with an index that counts shared words and finds each of them relevant. */
export async function recallOver(
  slugs: readonly string[],
  { limits, ...more }: Partial<Omit<RecallOptions, "limits">> & { limits?: Partial<Limits> } = {},
): Promise<RecallFixture> {
  const storage = createMemoryStorage({ now });
  const store = createMemoryStore({ storage, gate: { check: async () => [] }, now });
  const options: RecallOptions = {
    index: wordIndex(store),
    store,
    decide: (hits) => hits,
    mode: "lexical",
    limits: { ...defaultLimits, ...limits },
    now,
    events: createEventLog({ storage, now }),
    session: () => "session-1",
    ...more,
  };
  const fixture: RecallFixture = {
    store,
    async receipts() {
      const recorded: RecallReceipt[] = [];
      for await (const event of createEventLog({ storage, now }).newest("recall")) recorded.unshift(event);
      return recorded;
    },
    recall: createRecall(options),
    again: (other = {}) => createRecall({ ...options, ...other }),
    async save(slug, { name = slug, description = `about ${slug}`, body = `body of ${slug}\n` } = {}) {
      await store.save({ name, description, body, slug, type: "project", source: "user" });
    },
  };
  for (const slug of slugs) await fixture.save(slug);
  return fixture;
}

function wordIndex(store: MemoryStore): RecallIndex {
  let newest: Awaited<ReturnType<RecallIndex["recent"]>> = [];
  return {
    async search(prompt, { limit }) {
      const { memories } = await store.list();
      newest = memories.map((memory) => ({ ...memory, fileTime: 0 }));
      const words = prompt.toLowerCase().split(/[\s?]+/u);
      const hits = newest.flatMap((memory) => {
        const text = `${memory.name} ${memory.description}`.toLowerCase().split(/[\s-]+/);
        const score = words.filter((word) => text.includes(word)).length;
        return score === 0
          ? []
          : [{ ...memory, score, coverage: score / words.length, matches: [], beside: [] }];
      });
      return {
        hits: hits.toSorted((a, b) => b.score - a.score).slice(0, limit),
        total: newest.length,
        notices: [],
      };
    },
    recent: (limit) => newest.slice(0, limit),
  };
}
