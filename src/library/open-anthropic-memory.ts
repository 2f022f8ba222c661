import { resolve } from "node:path";
import type { Host } from "../app/index.ts";
import { assembleContext, createMemorySources } from "../context/index.ts";
import { createSecretGate } from "../guard/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createMemoryStore, type MemoryStoreOptions } from "../memory/index.ts";
import { createFolderRoot, createMemoryHandlers, createStoreRoot } from "../tools/index.ts";
import type { AnthropicMemory, AnthropicMemoryOptions, AnthropicSystemBlock } from "./anthropic-types.ts";

/** Opens what stands behind `/memories`. Fails as `openDaybook` does. */
export async function openAnthropicMemory(options: AnthropicMemoryOptions): Promise<AnthropicMemory> {
  if ("root" in options) {
    const folder = resolve(options.root);
    const root = createFolderRoot({ folder, gate: createSecretGate(), lockWaitMs: defaultLimits.lockWaitMs });
    return { ...createMemoryHandlers(root), systemBlocks: async () => [] };
  }
  const store = "store" in options ? options.store : await storeOf(options);
  const { session } = options;
  const root = createStoreRoot({ store, ...(session !== undefined && { session }) });
  return { ...createMemoryHandlers(root), systemBlocks: () => systemBlocks(store) };
}

async function storeOf({ cwd, home }: { cwd?: string; home?: string }): Promise<MemoryStoreOptions> {
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
