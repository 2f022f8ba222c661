import type { Daybook } from "../app/index.ts";
import { assembleContext, createStandardSources, isMemorySource } from "../context/index.ts";
import type { ContextSource } from "../context/index.ts";
import type { Extraction } from "../extraction/index.ts";
import type { Model } from "../models/index.ts";
import { createRecall } from "../recall/index.ts";
import type { Recall } from "../recall/index.ts";
import type { ConversationOptions, MemoryConversation } from "./conversation.ts";
import { memoryTools } from "./memory-tools.ts";
import { createTurnLog } from "./turn-log.ts";

/** What a conversation of another agent is begun with. */
export interface Beginning {
  daybook: Daybook;
  extraction: Extraction;
  options: ConversationOptions;
}

/** Where daybook does not know the window of the model that answers. */
const USUAL_WINDOW = 200_000;

/** Memory beside a conversation of another agent. */
export function beginConversation({ daybook, extraction, options }: Beginning): MemoryConversation {
  const { model, window = USUAL_WINDOW } = options;
  const log = createTurnLog({
    sessions: daybook.sessions,
    cwd: daybook.cwd,
    extraction,
    ...(model && { model }),
  });
  const recall = recallFor(daybook, { options, id: () => log.id });
  const context = onceEach(() => sourcesOf(daybook));
  const load = async (isWanted: (source: ContextSource) => boolean): Promise<string[]> => {
    const sources = context().filter(isWanted);
    const { blocks } = await assembleContext({ sources, limits: daybook.settings.limits, window });
    return blocks.map(({ text }) => text);
  };
  const system = onceEach(() => load(isMemorySource));
  const instructions = onceEach(() => load(({ name }) => name === "instructions"));
  let isOpen = false;

  async function endRecall(): Promise<void> {
    if (isOpen) await recall.end();
    isOpen = false;
  }

  return {
    get id() {
      return log.id;
    },
    systemBlocks: system,
    instructions: async () => (await instructions())[0] ?? null,
    tools: memoryTools(daybook, {
      session: () => log.id,
      onCall: async (call) => log.addCall(call, await recall.see(call.memories)),
    }),
    async recall(prompt, { signal } = {}) {
      await endRecall();
      isOpen = true;
      const parts = await recall.begin(prompt, {
        messages: log.messages(),
        model: model ?? nobody,
        tokens: Math.floor(window * daybook.settings.limits.contextShare),
        ...(signal && { signal }),
      });
      log.begin(parts);
      return parts.map(({ text }) => text);
    },
    poll() {
      const parts = isOpen ? recall.poll() : [];
      log.addRecalled(parts);
      return parts.map(({ text }) => text);
    },
    receipt: async () => (await recall.last())?.receipt ?? null,
    async turnEnded(turn) {
      await endRecall();
      await log.end(turn);
    },
    async close() {
      await endRecall();
      await log.close();
    },
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

function sourcesOf({ host, home, cwd, settings, store, storeOptions, project }: Daybook): ContextSource[] {
  return createStandardSources({
    cwd,
    projectRoot: project.identity.root,
    gitDirectory: project.identity.gitDirectory,
    platform: host.platform,
    now: host.now,
    environment: host.env,
    store,
    instructions: { home, userHome: host.userHome, limits: settings.limits, gate: storeOptions.gate },
    placement: "system",
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

/** Stands where a model would be asked that there is none of. */
const nobody: Model = {
  info: {
    id: "none",
    provider: "none",
    window: USUAL_WINDOW,
    maxOutput: 0,
    thinking: false,
    signedThinking: false,
    images: false,
    local: true,
  },
  async *stream() {
    yield { type: "error", failure: "bad-request", message: "There is no model to ask." };
  },
};
