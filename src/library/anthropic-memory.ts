import type { AnthropicMemory, AnthropicMemoryOptions } from "./anthropic-types.ts";

/** The backend of Anthropic's memory tool. Nothing is opened before the first command; that one fails if it cannot be. */
export function createAnthropicMemory(options: AnthropicMemoryOptions = {}): AnthropicMemory {
  let opening: Promise<AnthropicMemory> | undefined;
  const opened = (): Promise<AnthropicMemory> =>
    (opening ??= open(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  return {
    view: async (command) => (await opened()).view(command),
    create: async (command) => (await opened()).create(command),
    str_replace: async (command) => (await opened()).str_replace(command),
    insert: async (command) => (await opened()).insert(command),
    delete: async (command) => (await opened()).delete(command),
    rename: async (command) => (await opened()).rename(command),
    systemBlocks: async () => (await opened()).systemBlocks(),
  };
}

// Loaded here: importing the package must cost next to nothing.
async function open(options: AnthropicMemoryOptions): Promise<AnthropicMemory> {
  const { openAnthropicMemory } = await import("./open-anthropic-memory.ts");
  return openAnthropicMemory(options);
}
