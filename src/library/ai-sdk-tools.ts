import type { SystemModelMessage, ToolSet } from "ai";
import { DaybookError } from "../errors/index.ts";
import type { MemoryConversation, MemoryTool } from "./conversation.ts";

/** The tools of a conversation, for `tools` of `generateText`, `streamText` or an agent. The SDK need not be loaded yet. */
export function createDaybookTools({ tools }: Pick<MemoryConversation, "tools">): ToolSet {
  return Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)]));
}

/**
 * The system messages of a conversation: yours, then those of memory, each its own. They stay the same for the whole
 * conversation, so that a provider's cache holds them.
 */
export async function systemMessages(
  memory: Pick<MemoryConversation, "systemBlocks">,
  ...yours: readonly string[]
): Promise<SystemModelMessage[]> {
  const texts = [...yours, ...(await memory.systemBlocks())];
  return texts.map((content) => ({ role: "system", content }));
}

function toolOf({ description, inputSchema, execute }: MemoryTool): ToolSet[string] {
  return {
    description,
    inputSchema: standardSchema(inputSchema),
    async execute(input: unknown, { abortSignal }: { abortSignal?: AbortSignal }) {
      const { content, isError } = await execute(
        input,
        abortSignal === undefined ? {} : { signal: abortSignal },
      );
      // The SDK tells the provider of an error only where a tool throws; the model reads the sentence either way.
      if (isError) throw new DaybookError("invalid", content);
      return content;
    },
  };
}

// The public form of a schema (Standard JSON Schema), which the SDK takes as it takes its own: to build its own one
// would have to load it. What the input must be is checked by the tool, which says what was wrong.
function standardSchema(schema: Record<string, unknown>): ToolSet[string]["inputSchema"] {
  const given = () => structuredClone(schema);
  return {
    "~standard": {
      version: 1,
      vendor: "daybook",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: given, output: given },
    },
  } as ToolSet[string]["inputSchema"];
}
