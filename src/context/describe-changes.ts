import { cutCharacters, estimateTokens } from "../text/index.ts";
import type { ContextBlock } from "./source.ts";

/** What the model was last told by each source. */
export type ToldTexts = ReadonlyMap<string, string>;

/** What changed since, for the model and for the record. */
export interface ContextChanges {
  /** Null when nothing changed that the model needs to know. */
  text: string | null;
  /** The new texts of the sources that changed, null for those that are gone. */
  told: Record<string, string | null>;
}

/** What a changed source is called; sources not named here are told by their name. */
const TITLES: Readonly<Record<string, string>> = {
  environment: "Where and when",
  "index:user": "User memory",
  "index:project": "Project memory",
  instructions: "Instruction files",
  git: "Git",
};

const START_DATE = /^Date at the start of this session: /u;

/** How daybook itself is explained changes with its version, and is no news. */
const NO_NEWS = new Set(["role", "memory-guide"]);

/**
 * Compares what the model was told with what it would be told now. Lines that came and lines that went are
 * given, never the whole again: the texts it was told still stand at the beginning of the request.
 */
export function describeChanges(
  before: ToldTexts,
  now: readonly ContextBlock[],
  { tokens }: { tokens: number },
): ContextChanges {
  const told: Record<string, string | null> = {};
  const sections: string[] = [];
  const current = new Map(now.map(({ source, text }) => [source, text]));
  for (const source of new Set([...before.keys(), ...current.keys()])) {
    const [was, is] = [before.get(source), current.get(source)];
    if (was === is || NO_NEWS.has(source)) continue;
    told[source] = is ?? null;
    const lines = changedLines(was, is);
    if (lines.length > 0) sections.push([`## ${TITLES[source] ?? source}`, ...lines].join("\n"));
  }
  if (sections.length === 0) return { text: null, told };
  const intro = "What has changed since you were told it at the beginning of this conversation:";
  return { text: withinTokens([intro, ...sections].join("\n"), tokens), told };
}

function changedLines(was: string | undefined, is: string | undefined): string[] {
  const [old, fresh] = [linesOf(was), linesOf(is)];
  return [...titled("New:", without(fresh, old)), ...titled("No longer:", without(old, fresh))];
}

/** A line, and the file that it is of where a text is made of several. */
interface TextLine {
  line: string;
  file: string;
}

// Fences belong to the block they stand in; what only parts the files says nothing.
const FRAME = /^(?:<\/?(?:system-reminder|memory-index)\b[^>]*>|---)?$/u;
const FILE = /^Instructions from .+:$/u;
const INCLUDE = /^<!-- (?:begin (.+)|end .+) -->$/u;

function linesOf(text: string | undefined): TextLine[] {
  // The file found by its name, and the includes that are open.
  let files: string[] = [];
  return (text ?? "").split("\n").flatMap((raw) => {
    const line = raw.trimEnd().replace(START_DATE, "Date: ");
    if (FILE.test(line)) {
      files = [line];
      return [];
    }
    const include = files.length === 0 ? null : INCLUDE.exec(line);
    if (include !== null) {
      const [, begun] = include;
      files =
        begun === undefined
          ? files.slice(0, Math.max(1, files.length - 1))
          : [...files, `Instructions from ${begun}:`];
      return [];
    }
    return FRAME.test(line) ? [] : [{ line, file: files.at(-1) ?? "" }];
  });
}

function without(lines: readonly TextLine[], others: readonly TextLine[]): TextLine[] {
  const keyOf = ({ line, file }: TextLine): string => `${file}\n${line}`;
  const known = new Set(others.map(keyOf));
  return lines.filter((line) => !known.has(keyOf(line)));
}

function titled(title: string, lines: readonly TextLine[]): string[] {
  let file = "";
  const shown = lines.flatMap((line) => {
    if (line.file === file) return [line.line];
    file = line.file;
    return [file, line.line];
  });
  return shown.length === 0 ? [] : [title, ...shown];
}

function withinTokens(text: string, tokens: number): string {
  const lines = text.split("\n");
  let used = 0;
  const kept: string[] = [];
  for (const line of lines) {
    const shown = cutCharacters(line, 2_000);
    used += estimateTokens(shown) + 1;
    if (used > tokens) break;
    kept.push(shown);
  }
  const left = lines.length - kept.length;
  return left === 0
    ? kept.join("\n")
    : [...kept, `(${left} more changed lines are left out here; read the files when they matter.)`].join(
        "\n",
      );
}
