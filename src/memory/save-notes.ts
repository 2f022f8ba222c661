import type { Limits } from "../limits/index.ts";
import type { RecoveryReport } from "../storage/index.ts";
import { formatCount } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import type { IndexChange } from "./index-change.ts";
import { isNearLimit } from "./index-meter.ts";
import type { Scope } from "./types.ts";

/** What the person and the model should know about a save that succeeded. */
export function notesOfSave(
  { limits }: StoreContext,
  { scope, edited }: { scope: Scope; edited: IndexChange },
): string[] {
  const notes: string[] = [];
  if (edited.change === "moved" && edited.isInside) {
    notes.push(
      "Its index line was moved to the front: where it stood, a new session would not have seen it.",
    );
  }
  if (!edited.isInside) {
    notes.push(
      `New sessions will not see this memory: its line in MEMORY.md is beyond the loaded part (${formatCount(limits.indexLines)} lines, ${formatCount(limits.indexBytes)} bytes). Shorten what stands before the first entry.`,
    );
  }
  if (edited.isCut) {
    notes.push(
      `Its index line was cut to ${formatCount(limits.indexLineCharacters)} characters: put what matters first, or shorten the description.`,
    );
  }
  if (isNearLimit(limits, edited.size) || isNearLimit(limits, edited.loaded))
    notes.push(condenseNote(limits, { scope, edited }));
  return notes;
}

/** Asks to condense: what a session loads, or, where that is far less, the file that holds so much besides. */
function condenseNote(limits: Limits, { scope, edited }: { scope: Scope; edited: IndexChange }): string {
  const isLoaded = isNearLimit(limits, edited.loaded);
  const { lines, bytes } = isLoaded ? edited.loaded : edited.size;
  const size = `${formatCount(lines)} of ${formatCount(limits.indexLines)} lines and ${formatCount(bytes)} of ${formatCount(limits.indexBytes)} bytes`;
  return isLoaded
    ? `The ${scope} index has ${size} that a session loads. Condense it: merge related memories, delete stale ones, keep each entry on one line under ${formatCount(limits.indexLineCharacters)} characters.`
    : `The ${scope} index has ${size}, though a session loads only ${formatCount(edited.loaded.lines)} of the lines: the others lead to no file or are held. Condense it: delete the lines without a file.`;
}

/** What a writer met that was killed before. */
export function notesOfRecovery(
  { storage }: Pick<StoreContext, "storage">,
  recovered: RecoveryReport,
): string[] {
  const { completed, kept } = recovered;
  return [
    ...(completed.length > 0 ? ["A step that was interrupted earlier was completed first."] : []),
    ...kept.map(
      (path) =>
        `${storage.locate(path)} was edited by a person while a step was interrupted; the edit was kept.`,
    ),
  ];
}
