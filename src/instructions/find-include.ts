import { resolve } from "node:path";
import type { InstructionDisk } from "./disk.ts";
import { bareReading, looksLikePath, type IncludeWord } from "./include-words.ts";
import { judgeFile, type JudgedFile, type Refusal } from "./open-file.ts";
import { refuseWritten } from "./refuse-path.ts";
import { showPath, type Territory } from "./territory.ts";

/** Where a word stands. */
export interface IncludePlace {
  disk: InstructionDisk;
  territory: Territory;
  /** Of the file it stands in. */
  folder: string;
  text: string;
}

/** The file that a word asks for; `none` asks for no file. `end` is where the word ends in the text. */
export type FoundInclude =
  | { kind: "file"; file: JudgedFile; path: string; end: number }
  | { kind: "refused"; why: string; end: number }
  | { kind: "none" };

/** The first reading of a word that is a file; else why it is not read, or that it was never meant as a path. */
export function findInclude(word: IncludeWord, place: IncludePlace): FoundInclude {
  const bare = bareReading(word.readings);
  const byWords = refuseWritten(bare.path);
  const found = byWords === null ? firstFile(word, place) : byLetters(byWords);
  if (found.ok) return { kind: "file", ...found };
  if (found.kind !== "refused" && !looksLikePath(word, place.text)) return { kind: "none" };
  const why = found.kind === "missing" ? whyMissing(place, bare.path, found.why) : found.why;
  return { kind: "refused", why, end: bare.end };
}

function byLetters(why: string): Refusal {
  return { ok: false, kind: "letters", why };
}

function firstFile(
  { readings }: IncludeWord,
  { disk, territory, folder }: IncludePlace,
): { ok: true; file: JudgedFile; path: string; end: number } | Refusal {
  const refusals: Refusal[] = [];
  for (const reading of readings) {
    const path = resolve(folder, reading.path);
    const judged = judgeFile(path, { disk, territory });
    if (judged.ok) return { ok: true, file: judged.file, path, end: reading.end };
    refusals.push(judged);
  }
  for (const kind of ["refused", "letters", "folder"]) {
    const refusal = refusals.find((each) => each.kind === kind);
    if (refusal !== undefined) return refusal;
  }
  return refusals.at(-1) ?? { ok: false, kind: "missing", why: "it names no file" };
}

// People write paths from the project's root on, and then trust in rules that were never loaded.
function whyMissing({ disk, territory, folder }: IncludePlace, path: string, why: string): string {
  const place = resolve(folder, path);
  const sentence = why === "there is no such file" ? `there is no ${showPath(territory, place)}` : why;
  const fromRoot = resolve(territory.root, path);
  if (fromRoot === place) return sentence;
  const isThere = judgeFile(fromRoot, { disk, territory }).ok;
  return isThere ? `${sentence}; a path begins at the folder of the file it stands in` : sentence;
}
