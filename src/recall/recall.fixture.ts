import type { RecallReceipt } from "../events/index.ts";
import { defaultLimits, type Limits } from "../limits/index.ts";
import { createMemoryStore, type Memory, type MemoryStore } from "../memory/index.ts";
import type { SideAnswer, SideRequest } from "../models/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { createRecall, type Recall } from "./create-recall.ts";
import type { RecallIndex } from "./recall-index.ts";
import type { RecalledPart } from "./open-recalled.ts";
import type { RecallOptions } from "./recall-options.ts";
import type { SentMessage } from "./shown.ts";
import type { SideModel } from "./side-stage.ts";

export const now = () => new Date(2031, 2, 10, 9, 0);

/** A side model that answers when it is told to. */
export interface HeldSideModel extends SideModel {
  asked: SideRequest[];
  signals: AbortSignal[];
  /** Answers the newest question, and lets what follows from it happen. */
  answer(answer: string | SideAnswer): Promise<void>;
}

export function heldSideModel(): HeldSideModel {
  const waiting: ((answer: SideAnswer) => void)[] = [];
  const model: HeldSideModel = {
    id: "side/small",
    asked: [],
    signals: [],
    ask(request, { signal }) {
      model.asked.push(request);
      model.signals.push(signal);
      return new Promise((resolve) => waiting.push(resolve));
    },
    async answer(answer) {
      const usage = { input: 900, output: 20, cacheRead: 100, cacheWrite: 0 };
      const whole =
        typeof answer === "string" ? { ok: true as const, text: answer, usage, whole: true } : answer;
      waiting.at(-1)?.(whole);
      await settled();
    },
  };
  return model;
}

/** A message of the person with what recall brought, as a conversation holds it. */
export function messageOf(parts: readonly RecalledPart[]): SentMessage {
  return {
    content: [{ type: "text", text: "the prompt" }, ...parts.map(({ text }) => ({ type: "text", text }))],
    from: ["person", ...parts.map(({ from }) => from)],
  };
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
  receipts: RecallReceipt[];
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
  const receipts: RecallReceipt[] = [];
  const options: RecallOptions = {
    index: wordIndex(store),
    store,
    decide: (hits) => hits,
    mode: "model",
    side: () => ({ skipped: "scripted" }),
    limits: { ...defaultLimits, ...limits },
    now,
    events: { record: async (event) => void receipts.push(event) },
    ...more,
  };
  const fixture: RecallFixture = {
    store,
    receipts,
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
        return score === 0 ? [] : [{ ...memory, score, coverage: score / words.length, matches: [] }];
      });
      return { hits: hits.toSorted((a, b) => b.score - a.score).slice(0, limit), total: newest.length };
    },
    recent: (limit) => newest.slice(0, limit),
  };
}
