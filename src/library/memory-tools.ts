import type { Daybook } from "../app/index.ts";
import { createMemoryTool } from "../tools/index.ts";
import type { Tool, ToolOutcome } from "../tools/index.ts";
import type { MemoryCall, MemoryTool } from "./conversation.ts";

/** Whose calls they are. */
export interface MemoryToolDoors {
  /** Id of the session that memories are saved from. */
  session: () => string;
  /** Called before a call's result is given back. Never fails. */
  onCall(call: MemoryCall): Promise<void>;
}

/** The tools of a conversation of another agent. */
export function memoryTools(
  { store, search, host }: Daybook,
  { session, onCall }: MemoryToolDoors,
): readonly MemoryTool[] {
  const tool = createMemoryTool({
    store,
    finder: { index: search, now: host.now },
    undo: "daybook undo",
    get session() {
      return session();
    },
  }) as Tool;
  const { name, description, inputSchema } = tool;
  return [
    {
      name,
      description,
      inputSchema,
      async execute(input, { signal = new AbortController().signal } = {}) {
        const { content, isError, memories = [] } = await run(tool, { input, signal });
        await onCall({ name, input, content, isError, memories });
        return { content, isError };
      },
    },
  ];
}

async function run(
  tool: Tool,
  { input, signal }: { input: unknown; signal: AbortSignal },
): Promise<ToolOutcome> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return { content: parsed.problem, isError: true };
  return tool.execute(parsed.value, { signal });
}
