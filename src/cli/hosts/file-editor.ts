/** How daybook's entries get into one file of another program, and out again. Pure: texts in, texts out. */
export interface FileEditor {
  /** Whether anything that setup wrote is in it. Fails with `invalid` where the file is broken; says where. */
  has(text: string | null): boolean;
  /** Whether all of it stands there as it is wanted. */
  isDone(text: string | null): boolean;
  /**
   * With daybook's entries as they are wanted; every other byte stays, what a person added to them too. Null stands for
   * no file. Fails with `invalid` where a person's own entry has that place.
   */
  add(text: string | null): string;
  /**
   * Without what setup wrote; null where no file is to be left. `original` is the file as it was before, null for
   * none or unknown: the more of it is still there, the more exactly it comes back.
   */
  remove(text: string, original: string | null): string | null;
}

/** One stretch of a text that was put in the place of another. */
export interface TextEdit {
  offset: number;
  before: string;
  after: string;
}

/** The text with these edits made; they must not overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { offset, before, after } of edits.toSorted((left, right) => right.offset - left.offset)) {
    result = result.slice(0, offset) + after + result.slice(offset + before.length);
  }
  return result;
}

/** The text with these edits taken back wherever they stand now; undefined where one is not there, or twice. */
export function revertTextEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  let result = text;
  for (const { before, after } of edits) {
    const at = result.indexOf(after);
    if (at < 0 || result.includes(after, at + 1)) return undefined;
    result = result.slice(0, at) + before + result.slice(at + after.length);
  }
  return result;
}

/** The line end that a text uses. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  return /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}
