import type { CaseRecord, ParityCase, ParityRecord } from "./cases.ts";

/** One case that was answered otherwise than the record has it. */
export interface Difference {
  id: string;
  kinds: Kind[];
  /** Whether the case leaves all of it open. Something that changed outside of the folder never is. */
  isFree: boolean;
  notes: string[];
}

type Kind = "refusal" | "text" | "files" | "OUTSIDE" | "missing";

/** The cases in which two records differ. */
export function compareRecords(
  cases: readonly ParityCase[],
  { expected, actual }: { expected: ParityRecord; actual: ParityRecord },
): Difference[] {
  return cases.flatMap((each) => {
    const before = expected[each.id];
    const after = actual[each.id];
    if (before === undefined || after === undefined)
      return [{ id: each.id, kinds: ["missing" as const], isFree: false, notes: [] }];
    const { kinds, notes } = compareCase(before, after);
    if (kinds.size === 0) return [];
    const isFree = [...kinds].every((kind) => (each.free ?? []).some((open) => open === kind));
    return [{ id: each.id, kinds: [...kinds], isFree, notes }];
  });
}

function compareCase(before: CaseRecord, after: CaseRecord): { kinds: Set<Kind>; notes: string[] } {
  const kinds = new Set<Kind>();
  const notes: string[] = [];
  for (const [at, { isError, text }] of before.steps.entries()) {
    const answered = after.steps[at] ?? { isError: true, text: "(no answer)" };
    const kind = isError !== answered.isError ? "refusal" : "text";
    if (kind === "text" && masked(text) === masked(answered.text)) continue;
    kinds.add(kind);
    notes.push(`step ${at + 1}: ${JSON.stringify(text)} became ${JSON.stringify(answered.text)}`);
  }
  if (sorted(before.files) !== sorted(after.files)) {
    kinds.add("files");
    notes.push(`files: ${sorted(before.files)} became ${sorted(after.files)}`);
  }
  if (before.outside.join("\n") !== after.outside.join("\n")) kinds.add("OUTSIDE");
  return { kinds, notes };
}

function sorted(files: Record<string, string>): string {
  return JSON.stringify(Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Sizes of folders depend on the disk, and whether an error begins with `Error: ` on who tells it. */
function masked(text: string): string {
  const lines = text.replace(/^Error: /u, "").split("\n");
  const isListing = lines[0]?.startsWith("Here're the files") ?? false;
  return lines
    .map((line, at) => (isListing && isFolderLine(line, at) ? line.replace(/^[^\t]*\t/u, "<dir>\t") : line))
    .join("\n");
}

function isFolderLine(line: string, at: number): boolean {
  return at === 1 || (at > 1 && line.endsWith("/"));
}
