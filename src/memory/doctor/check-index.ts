import { byteOrderMark, countBytes, countCharacters, formatCount, indexName } from "../../text/index.ts";

import { indexPathOf, slugOf, type MemoryFolder } from "../folders.ts";
import { renderEntry } from "../index-entry.ts";
import { fits, isNearLimit } from "../index-meter.ts";
import { viewSource } from "../index-view.ts";
import type { OpenedMemory } from "../load.ts";
import { mayShowLine } from "../trusted.ts";
import type { Scope } from "../types.ts";
import type { ReadFolder } from "./check-folder.ts";
import type { Doctoring } from "./context.ts";
import { finding, type Finding } from "./finding.ts";
import { oddLines } from "./index-lines.ts";

function isUsed({ trust }: Pick<Doctoring, "trust">, folder: MemoryFolder): boolean {
  return !folder.isShared || trust !== null;
}

/** Whether the doctor may change the index of a folder, and if not why. */
function bar({ trust }: Pick<Doctoring, "trust">, read: ReadFolder): string | null {
  if (!isUsed({ trust }, read.folder))
    return "It came with the repository and is only looked at: `daybook trust` first.";
  if (!read.isIndexRead) return `Mend ${indexName} first.`;
  return read.secretIn.has(indexName) ? `Take the secret out of ${indexName} first.` : null;
}

/** Why no line can be made for a memory, or null. */
export function lineBar(
  { damage, isHeld, name }: OpenedMemory,
  read: Pick<ReadFolder, "secretIn">,
): string | null {
  if (isHeld) return "It is held: `daybook trust` shows it first.";
  if (damage !== null) return "Mend the file first; then `daybook doctor --fix` adds the line.";
  return read.secretIn.has(name)
    ? "Take the secret out first; then `daybook doctor --fix` adds the line."
    : null;
}

/** What is wrong between an index and the files beside it. */
export function checkIndex(doctoring: Doctoring, read: ReadFolder): Finding[] {
  const { storage, limits } = doctoring.store;
  const { folder, index, names } = read;
  const { scope } = folder;
  const file = storage.locate(indexPathOf(folder));
  const barred = bar(doctoring, read);
  const found: Finding[] = [];
  const lines = index?.lines ?? [];
  const text = index?.text ?? "";
  for (const { kind, file: name, at } of oddLines(lines, (each) => names.has(each))) {
    const source = text.slice(lines[at]?.start, lines[at]?.end);
    const held = isHeldLine(doctoring, folder, source)
      ? "The line is held: `daybook trust` shows it first."
      : barred;
    const auto =
      kind === "dangling"
        ? "`daybook doctor --fix` takes the line out; undo brings it back."
        : "`daybook doctor --fix` keeps the first; undo brings the others back.";
    found.push(
      finding(kind === "dangling" ? "dangling-line" : "doubled-line", {
        scope,
        file,
        line: at + 1,
        memory: `${scope}/${slugOf(name)}`,
        message:
          kind === "dangling"
            ? `A line leads to ${name}, which is not there.`
            : `A further line leads to ${name}; the first counts.`,
        ...(held === null ? { auto } : { remedy: held }),
      }),
    );
  }
  for (const opened of read.unlisted) {
    const why = barred ?? lineBar(opened, read);
    found.push(
      finding("missing-line", {
        scope,
        file: opened.memory.file,
        memory: opened.memory.id,
        message: `${opened.name} has no line in ${indexName}.`,
        ...(why === null
          ? { auto: "`daybook doctor --fix` adds the line behind the others." }
          : { remedy: why }),
      }),
    );
  }
  for (const [at, line] of lines.entries()) {
    const count = line.entry === null ? 0 : countCharacters(text.slice(line.start, line.end));
    if (count <= limits.indexLineCharacters) continue;
    found.push(
      finding("long-line", {
        scope,
        file,
        line: at + 1,
        message: `The line has ${formatCount(count)} characters; the limit is ${formatCount(limits.indexLineCharacters)}.`,
        remedy: "Shorten it by hand: it says when the memory is useful, the body says the rest.",
      }),
    );
  }
  return found;
}

/** Whether a line came from others and nobody here has trusted it. */
export function isHeldLine({ trust }: Pick<Doctoring, "trust">, folder: MemoryFolder, line: string): boolean {
  return !mayShowLine(trust, folder, line) && !mayShowLine(trust, folder, byteOrderMark + line);
}

/** The line that an index lacks for a memory. */
export function lineFor({ memory, name: file }: OpenedMemory, limit: number): string {
  const { name, description } = memory;
  return renderEntry({ file, name, description, limit }).line;
}

/** How full an index is, as a session loads it: its lines, with one for each memory that has none. */
export function checkSize(doctoring: Doctoring, scope: Scope, folders: readonly ReadFolder[]): Finding[] {
  const { storage, limits } = doctoring.store;
  const used = folders.filter(({ folder }) => folder.scope === scope && isUsed(doctoring, folder));
  const size = { lines: 0, bytes: 0 };
  for (const { folder, index, files, unlisted } of used) {
    const isTrusted = (line: string) => !isHeldLine(doctoring, folder, line);
    const view = viewSource({
      text: index?.text ?? null,
      lines: index?.lines,
      files: new Set(files),
      isTrusted,
    });
    const made = unlisted.map((opened) => lineFor(opened, limits.indexLineCharacters));
    for (const line of [...view.lines.map(({ text }) => text), ...made]) {
      size.lines += 1;
      size.bytes += countBytes(line) + 1;
    }
  }
  const [first] = used;
  if (first === undefined || !isNearLimit(limits, size)) return [];
  const isOver = !fits(limits, size);
  const share = Math.max(size.lines / limits.indexLines, size.bytes / limits.indexBytes);
  return [
    finding(isOver ? "index-over-limit" : "index-near-limit", {
      scope,
      file: storage.locate(indexPathOf(first.folder)),
      message:
        `The ${scope} index has ${formatCount(size.lines)} lines, ${formatCount(size.bytes)} bytes; ` +
        `a session loads ${formatCount(limits.indexLines)} lines, ${formatCount(limits.indexBytes)} bytes` +
        (isOver ? ", so the end is cut off." : ` (${Math.floor(share * 100)} % are used).`),
      remedy: "Merge or delete old memories: `daybook tidy` finds what says nearly the same.",
    }),
  ];
}
