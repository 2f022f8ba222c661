import { wellFormed } from "../text/index.ts";
import { createFileChanger, type WantedChange } from "./change-file.ts";
import { explainMiss } from "./edit-hint.ts";
import { parseFields } from "./fields.ts";
import { mostCounted, replaceText } from "./replace-text.ts";
import type { Tool } from "./tool.ts";
import type { FileToolOptions } from "./write-tool.ts";

/** What `Edit` was asked for. */
export interface EditInput {
  filePath: string;
  oldString: string;
  newString: string;
  replaceAll: boolean;
}

const inputSchema = {
  type: "object",
  properties: {
    file_path: { type: "string", description: "The file: absolute, or relative to the working directory." },
    old_string: {
      type: "string",
      description:
        "The exact text to replace, blanks included, without the line numbers that Read shows. " +
        "It must occur once: give as many lines around it as that takes.",
    },
    new_string: {
      type: "string",
      description: "What stands there instead; empty to delete. Taken literally.",
    },
    replace_all: { type: "boolean", description: "Replace every occurrence." },
  },
  required: ["file_path", "old_string", "new_string"],
};

const SHOWN_PLACES = 10;

/** `Edit`: replaces an exact text of a file and leaves every other byte alone. */
export function createEditTool({ permissions, ...area }: FileToolOptions): Tool<EditInput> {
  const changer = createFileChanger({ area, permissions });
  return {
    name: "Edit",
    description:
      "Replace an exact text in a file. Fails, and changes nothing, when the text is not there or is there more than " +
      "once. Memories are changed with Memory, never with this.",
    inputSchema,
    effect: "write",
    parse: parseEditInput,
    permission: (input) => changer.permission(input, wantedChange(input)),
    execute: (input) => changer.execute(input, wantedChange(input)),
  };
}

function parseEditInput(input: unknown): ReturnType<Tool<EditInput>["parse"]> {
  const fields = parseFields(input, {
    file_path: "string",
    old_string: "string",
    new_string: "string",
    replace_all: "boolean",
  });
  if (!fields.ok) return fields;
  const {
    file_path: filePath,
    old_string: oldString,
    new_string: newString,
    replace_all: replaceAll,
  } = fields.value;
  if (filePath === undefined || filePath === "") {
    return { ok: false, problem: "file_path is missing: name the file to change" };
  }
  if (oldString === undefined || oldString === "") {
    return { ok: false, problem: "old_string is missing: give the text to replace (Write makes a new file)" };
  }
  if (newString === undefined)
    return { ok: false, problem: "new_string is missing: give it, empty to delete" };
  if (oldString === newString) return { ok: false, problem: "old_string and new_string are the same" };
  return { ok: true, value: { filePath, oldString, newString, replaceAll: replaceAll ?? false } };
}

function wantedChange({ filePath, oldString, newString, replaceAll }: EditInput): WantedChange {
  return {
    tool: "Edit",
    filePath,
    apply(before) {
      if (before === null) return { problem: `${filePath} does not exist` };
      const replaced = replaceText(before, { old: oldString, new: wellFormed(newString), all: replaceAll });
      if (replaced.ok) return { text: replaced.text };
      if (replaced.lines.length === 0) {
        return {
          problem: `old_string is not in ${filePath}; nothing was changed. ${explainMiss(before, oldString)}`,
        };
      }
      return { problem: tooMany(filePath, replaced.lines) };
    },
  };
}

function tooMany(filePath: string, lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN_PLACES).join(", ");
  const more = lines.length > SHOWN_PLACES ? ` and ${lines.length - SHOWN_PLACES} more` : "";
  return (
    `old_string is ${lines.length}${lines.length === mostCounted ? " or more" : ""} times in ${filePath} (lines ${shown}${more}); nothing was changed. ` +
    "Give more of the lines around the one you mean, or set replace_all."
  );
}
