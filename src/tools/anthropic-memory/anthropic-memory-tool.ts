import { DaybookError } from "../../errors/index.ts";
import type { MemoryStoreOptions } from "../../memory/index.ts";
import type { Tool, ToolOutcome } from "../tool.ts";
import { commandNames } from "./commands.ts";
import { runCommand } from "./memory-handlers.ts";
import { createStoreRoot, type MemoryTouch } from "./store-root.ts";

export interface AnthropicMemoryToolOptions {
  store: MemoryStoreOptions;
  /** Names the evidence of what is saved. Read at each call. */
  session?: string;
  /** How the person takes a change back; `/memory undo`, as in the chat, when left out. */
  undo?: string;
}

/**
 * `memory`: Anthropic's own memory tool over the memories of a store. Their models know it by its type; any other is
 * given the same commands as a schema. Always allowed; each change can be undone by the person.
 */
export function createAnthropicMemoryTool(options: AnthropicMemoryToolOptions): Tool {
  return {
    name: "memory",
    anthropicType: "memory_20250818",
    description:
      "Your long-term memory: Markdown files /memories/user/NAME.md (about the person, for every project) and " +
      "/memories/project/NAME.md (about this project), one fact a file. Save at once when the person states a lasting " +
      "preference, corrects or confirms how you work, or tells what code and git do not show.",
    inputSchema,
    effect: "memory",
    // What is wrong is told in the tool's own words, which are those of a result.
    parse: (input) => ({ ok: true, value: input }),
    permission: () => ({ decision: "allow" }),
    execute: (input) => execute(options, input),
  };
}

const text = (description: string) => ({ type: "string", description });

const inputSchema: Tool["inputSchema"] = {
  type: "object",
  properties: {
    command: {
      type: "string",
      enum: [...commandNames],
      description:
        "view: a folder, or a file with line numbers. create: a new file. str_replace: one place of a file. " +
        "insert: lines into a file. delete: a file. rename: a file, also from user to project or back.",
    },
    path: text("All but rename: /memories, /memories/user/NAME.md or /memories/project/NAME.md."),
    file_text: text("create: the whole file."),
    old_str: text(
      "str_replace: text that stands in the file exactly once, line ends and blanks as they are.",
    ),
    new_str: text("str_replace: what stands there then."),
    insert_line: { type: "integer", description: "insert: the line it goes behind; 0 for the top." },
    insert_text: text("insert: the lines."),
    view_range: {
      type: "array",
      items: { type: "integer" },
      description: "view of a file: first and last line, [1, 20]; -1 as the last for the rest.",
    },
    old_path: text("rename: the file as it is called now."),
    new_path: text("rename: what it shall be called; nothing may be there."),
  },
  required: ["command"],
  additionalProperties: false,
};

async function execute(
  { store, session, undo = "/memory undo" }: AnthropicMemoryToolOptions,
  input: unknown,
): Promise<ToolOutcome> {
  const touches: MemoryTouch[] = [];
  const root = createStoreRoot({
    store,
    ...(session !== undefined && { session }),
    onTouch: (touch) => touches.push(touch),
  });
  try {
    const content = await runCommand(root, input);
    const [touch] = touches;
    if (touch === undefined) return { content, isError: false };
    return {
      content: [content, ...touch.notes].join("\n"),
      isError: false,
      display: displayOf(touch, undo),
      memories: [touch.id],
    };
  } catch (error) {
    if (!DaybookError.isInstance(error)) throw error;
    return { content: `Error: ${error.message}`, isError: true };
  }
}

function displayOf({ did, id, name }: MemoryTouch, undo: string): string {
  const line = `${did} "${name}" -> ${id}`;
  return did === "read" ? line : `${line} · undo: ${undo}`;
}
