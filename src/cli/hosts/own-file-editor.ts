import { DaybookError } from "../../errors/index.ts";
import type { FileEditor } from "./file-editor.ts";

/** An editor for a file that is daybook's as a whole; it begins with a line by which it is known again. */
export function createOwnFileEditor({
  file,
  content,
  mark,
}: {
  file: string;
  content: string;
  mark: string;
}): FileEditor {
  const isOurs = (text: string): boolean => text.startsWith(mark);
  const assertOurs = (text: string | null): void => {
    if (text === null || text.trim() === "" || isOurs(text)) return;
    throw new DaybookError(
      "invalid",
      `${file} is there already, and daybook setup did not write it. It is left as it is; move it away, then run this again.`,
      { data: { path: file } },
    );
  };
  return {
    has(text) {
      assertOurs(text);
      return text !== null && isOurs(text);
    },
    isDone: (text) => text === content,
    add: () => content,
    // Only a blank file is ever written over, so any other is not the one that was there before.
    remove: (_text, original) => (original?.trim() === "" ? original : null),
  };
}
