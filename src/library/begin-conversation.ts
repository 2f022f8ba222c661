import { sessionSources } from "../app/index.ts";
import type { Daybook, OpenedLog } from "../app/index.ts";
import { assembleContext, isMemorySource } from "../context/index.ts";
import type { ContextSource } from "../context/index.ts";
import { DaybookError } from "../errors/index.ts";
import type { Extraction } from "../extraction/index.ts";
import { createRecall } from "../recall/index.ts";
import type { Recall, TurnRecall } from "../recall/index.ts";
import type {
  ConversationOptions,
  FinishedTurn,
  MemoryCall,
  MemoryConversation,
  RecalledMemory,
} from "./conversation.ts";
import { memoryTools } from "./memory-tools.ts";
import { noModel, usualWindow } from "./no-model.ts";
import { createTurnLog } from "./turn-log.ts";
import type { TurnPart } from "./turn-records.ts";

/** What a conversation of another agent is begun with. */
export interface Beginning {
  daybook: Daybook;
  extraction: Extraction;
  options: ConversationOptions;
  /** The log of its session, and what that holds already. */
  opened: OpenedLog;
  onClosed(): void;
}

/** Memory beside a conversation of another agent. Fails with `invalid`. */
export function beginConversation({
  daybook,
  extraction,
  options,
  opened,
  onClosed,
}: Beginning): MemoryConversation {
  const { model, window = usualWindow } = options;
  const log = createTurnLog({ opened, extraction, ...(model && { model }) });
  const recall = recallFor(daybook, { options, id: () => log.id });
  const context = onceEach(() => sessionSources(daybook, { placement: "system" }));
  const load = async (isWanted: (source: ContextSource) => boolean): Promise<string[]> => {
    const sources = context().filter(isWanted);
    const { blocks } = await assembleContext({ sources, limits: daybook.settings.limits, window });
    return blocks.map(({ text }) => text);
  };
  const system = onceEach(() => load(isMemorySource));
  const instructions = onceEach(() => load(({ name }) => name === "instructions"));
  const inTurn = createQueue();
  let ended: TurnRecall | null = null;
  let isClosed = false;

  async function endRecall(): Promise<void> {
    ended = recall.current() ?? ended;
    await recall.end();
  }

  async function recallFresh(prompt: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    await endRecall();
    const parts: TurnPart[] = await recall.begin(prompt, {
      messages: log.messages(),
      model: model ?? noModel,
      tokens: Math.floor(window * daybook.settings.limits.contextShare),
      ...(signal && { signal }),
    });
    const reminder = signal?.aborted === true ? null : await log.reminder();
    if (reminder !== null) parts.push(reminder);
    log.begin(parts);
    return parts.map(({ text }) => text);
  }

  const addCall = async (call: MemoryCall): Promise<void> =>
    log.addCall(call, await recall.see(call.memories));

  return {
    get id() {
      return log.id;
    },
    storeOptions: daybook.storeOptions,
    systemBlocks: system,
    instructions: async () => (await instructions())[0] ?? null,
    tools: memoryTools(daybook, { session: () => log.id, onCall: addCall }),
    recall: (prompt, { signal } = {}) =>
      inTurn(async () => {
        // Nothing here fails: a prompt without a text brings nothing.
        return isClosed || typeof prompt !== "string" ? [] : recallFresh(prompt, signal);
      }),
    poll() {
      const parts = recall.poll();
      log.addRecalled(parts);
      return parts.map(({ text }) => text);
    },
    sentAgain: (texts) =>
      inTurn(async () => {
        if (log.beginAgain(texts)) await endRecall();
      }),
    recalled: () => namesIn(recall.current() ?? ended),
    receipt: async () => (recall.current() ?? ended)?.receipt ?? null,
    addCall,
    turnEnded: (turn) =>
      inTurn(async () => {
        if (isClosed) throw new DaybookError("invalid", CLOSED);
        assertTurn(turn);
        await endRecall();
        await log.end(turn);
      }),
    turnFailed: () =>
      inTurn(async () => {
        await endRecall();
        log.forget();
      }),
    close: () =>
      inTurn(async () => {
        isClosed = true;
        await endRecall();
        await log.close();
        onClosed();
      }),
  };
}

const CLOSED = "This conversation is closed. Begin another with conversation().";

function assertTurn({ prompt, answer }: FinishedTurn): void {
  for (const [name, text] of Object.entries({ prompt, answer })) {
    if (typeof text === "string") continue;
    throw new DaybookError("invalid", `turnEnded needs \`${name}\` as a text; give "" where there was none.`);
  }
}

function namesIn(turn: TurnRecall | null): readonly RecalledMemory[] {
  if (turn === null) return [];
  return turn.receipt.delivered.map(({ id }, at) => ({ id, name: turn.names[at] ?? id }));
}

/** Runs works one after the other; one that fails ends only itself. */
function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

function recallFor(
  { search, store, settings, events, host }: Daybook,
  { options: { model, recall }, id }: { options: ConversationOptions; id: () => string },
): Recall {
  const wished = recall ?? settings.recall ?? "auto";
  return createRecall({
    index: search,
    store,
    // Without a model nobody can be asked.
    mode: model === undefined && wished !== "off" ? "lexical" : wished,
    limits: settings.limits,
    now: host.now,
    events,
    session: id,
  });
}

/** Computes a value with the first call that succeeds. */
function onceEach<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    if (known !== undefined) return known.value;
    const value = compute();
    known = { value };
    if (value instanceof Promise) value.catch(() => (known = undefined));
    return value;
  };
}
