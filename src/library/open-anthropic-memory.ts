import { resolve } from "node:path";
import type { Host } from "../app/index.ts";
import { assembleContext, createMemorySources } from "../context/index.ts";
import { messageOf } from "../errors/index.ts";
import { createSecretGate } from "../guard/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createMemoryStore, type MemoryStoreOptions } from "../memory/index.ts";
import { createFolderRoot, createMemoryHandlers, createStoreRoot } from "../tools/index.ts";
import type { MemoryCommands, MemoryHandlers } from "../tools/index.ts";
import type { AnthropicMemory, AnthropicMemoryOptions, AnthropicSystemBlock } from "./anthropic-types.ts";

/** Opens what stands behind `/memories`. Fails as `openDaybook` does. */
export async function openAnthropicMemory(options: AnthropicMemoryOptions): Promise<AnthropicMemory> {
  if ("root" in options) {
    const folder = resolve(options.root);
    const root = createFolderRoot({ folder, gate: createSecretGate(), lockWaitMs: defaultLimits.lockWaitMs });
    return { ...createMemoryHandlers(root), systemBlocks: async () => [] };
  }
  if ("conversation" in options) {
    const { conversation } = options;
    return { ...toldHandlers(conversation), systemBlocks: () => systemBlocks(conversation.storeOptions) };
  }
  const store = await storeOf(options);
  const { session } = options;
  const root = createStoreRoot({ store, ...(session !== undefined && { session }) });
  return { ...createMemoryHandlers(root), systemBlocks: () => systemBlocks(store) };
}

type Conversation = Extract<AnthropicMemoryOptions, { conversation: unknown }>["conversation"];

/** Commands that the conversation is told of before their results are given back. */
function toldHandlers(conversation: Conversation): MemoryHandlers {
  const run =
    <Name extends keyof MemoryHandlers>(command: Name) =>
    async (given: MemoryCommands[Name]): Promise<string> => {
      const memories: string[] = [];
      // A new one each time: the id of the session is final only when a turn has ended.
      const root = createStoreRoot({
        store: conversation.storeOptions,
        session: conversation.id,
        onTouch: ({ id }) => memories.push(id),
      });
      const call = { name: "memory", input: { ...given, command }, memories };
      try {
        const content = await createMemoryHandlers(root)[command](given);
        await conversation.addCall({ ...call, content, isError: false });
        return content;
      } catch (error) {
        await conversation.addCall({ ...call, content: messageOf(error), isError: true });
        throw error;
      }
    };
  return {
    view: run("view"),
    create: run("create"),
    str_replace: run("str_replace"),
    insert: run("insert"),
    delete: run("delete"),
    rename: run("rename"),
  };
}

type StoreWish = Exclude<AnthropicMemoryOptions, { root: string } | { conversation: unknown }>;

async function storeOf(options: StoreWish): Promise<MemoryStoreOptions> {
  if ("storeOptions" in options) return options.storeOptions;
  if ("daybook" in options) return options.daybook.storeOptions;
  const { cwd, home } = options;
  // A folder of one's own needs nothing of it.
  const { openBook, processHost } = await import("../app/index.ts");
  const host = processHost();
  const folder = cwd === undefined ? undefined : resolve(host.cwd(), cwd);
  // Getters stay getters: reading a standard stream would open it.
  const there = Object.create(host, folder === undefined ? {} : { cwd: { value: () => folder } }) as Host;
  return (await openBook(there, home === undefined ? {} : { home })).storeOptions;
}

/** Tokens of the window that the shares of the indexes are of; those of Anthropic's models are not smaller. */
const WINDOW = 200_000;

async function systemBlocks(options: MemoryStoreOptions): Promise<AnthropicSystemBlock[]> {
  const store = createMemoryStore(options);
  const sources = createMemorySources({ store, placement: "system", memoryTool: "anthropic" });
  const { blocks } = await assembleContext({
    sources,
    limits: options.limits ?? defaultLimits,
    window: WINDOW,
  });
  return blocks.map(({ text }, at) => ({
    type: "text",
    text,
    ...(at === blocks.length - 1 && { cache_control: { type: "ephemeral" as const } }),
  }));
}
