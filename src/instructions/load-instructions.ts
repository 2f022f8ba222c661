import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import { formatCount } from "../text/index.ts";
import type { Budget } from "./budget.ts";
import { nodeDisk, type InstructionDisk } from "./disk.ts";
import { Expansion } from "./expand.ts";
import { instructionPlaces, type InstructionFolders } from "./find-files.ts";
import type { InstructionFile, LoadedFile, Section } from "./instruction-file.ts";
import { renderSections } from "./render.ts";

/** Where to look, and how much to take. */
export interface InstructionOptions extends InstructionFolders {
  limits: Pick<Limits, "includeDepth" | "instructionBytes">;
  /** Included text passes it. */
  gate: SecretGate;
  /** The real disk when left out. */
  disk?: InstructionDisk;
}

/** Instruction files as one text, with the state of each file. */
export interface InstructionText {
  text: string;
  /** In the order they were come upon, also those that are not loaded. */
  files: InstructionFile[];
  /** One sentence for each file that is cut. */
  cuts: string[];
}

/** What people wrote for the agents that work here. */
export interface Instructions extends InstructionText {
  /** Sentences for the person: refusals, misses, cuts. */
  notices: string[];
  /** The same in at most so many bytes. */
  within(bytes: number): InstructionText;
  /** Each file that was found by its name, with what it includes. */
  apart(): FoundInstructions[];
}

/** One file that was found by its name, as a text of its own. */
export interface FoundInstructions {
  /** As shown: from the project's root on, or `~/.agent/AGENT.md`. */
  path: string;
  /** Real path; null where it is not known. */
  file: string | null;
  text: string;
}

/** Of one territory, and of cuts. */
const NOTICES_AT_MOST = 20;
const PROBLEMS_AT_MOST = 5;
/** Share of the budget that names and notes of one territory's includes may take: most of it is for what people wrote. */
const FRAME_SHARE = 0.25;
const FRAME_BYTES_AT_LEAST = 1_024;
/** Of one file. Far above the budget of all, and below where a hostile text would take the lexer a second. */
const READ_BYTES = 131_072;

/**
 * Finds the instruction files of the project and of the person, with what they include; null where there are
 * none. Never fails for what lies on the disk: what cannot be read is a notice, and a note in its place.
 */
export async function loadInstructions(options: InstructionOptions): Promise<Instructions | null> {
  const { limits, gate, disk = nodeDisk } = options;
  const expansion = new Expansion({
    disk,
    gate,
    includeDepth: limits.includeDepth,
    readBytes: Math.max(READ_BYTES, limits.instructionBytes),
    frameBytes: Math.max(FRAME_BYTES_AT_LEAST, Math.floor(limits.instructionBytes * FRAME_SHARE)),
  });
  const sections: Section[] = [];
  const places = instructionPlaces(options, disk);
  expansion.announce(places);
  for (const place of places) {
    const section = await expansion.top(place);
    if (section !== null) sections.push(section);
  }
  if (sections.length === 0) return null;
  const within = (bytes: number): InstructionText => instructionText(sections, expansion.seen, bytes);
  const whole = within(limits.instructionBytes);
  const apart = (): FoundInstructions[] =>
    sections.map((section) => ({
      path: section.shown,
      file: "file" in section ? section.file.real : null,
      text: renderSections([section], limits.instructionBytes).text,
    }));
  return { ...whole, within, apart, notices: noticesOf(whole.cuts, expansion.budgets()) };
}

function instructionText(
  sections: readonly Section[],
  seen: readonly (LoadedFile | InstructionFile)[],
  limit: number,
): InstructionText {
  const { text, kept } = renderSections(sections, limit);
  const cuts = [...kept].map(
    ([{ shown, bytes }, left]) =>
      `${shown} is cut: ${formatCount(left)} of ${formatCount(bytes)} bytes are loaded, as all instruction files together may ` +
      `take ${formatCount(limit)}. Shorten it, or let it name files that agents read when they need them.`,
  );
  return { text, files: seen.map((each) => ("parts" in each ? toFile(each, kept) : each)), cuts };
}

function toFile(file: LoadedFile, kept: ReadonlyMap<LoadedFile, number>): InstructionFile {
  const { shown: path, bytes, includedBy } = file;
  const cut = kept.get(file);
  const problems = cut === undefined ? file.problems : [cutProblem(cut), ...file.problems];
  const problem = problems.length === 0 ? null : problems.slice(0, PROBLEMS_AT_MOST).join("; ");
  return { path, bytes, kept: cut ?? bytes, includedBy, problem };
}

function cutProblem(kept: number): string {
  return kept === 0 ? "there is no room for it" : `it is cut after ${formatCount(kept)} bytes`;
}

// What is cut comes first, then the person's own: a repository's notes could bury both.
function noticesOf(cuts: readonly string[], budgets: readonly Budget[]): string[] {
  return [
    ...shorten(cuts, (more) => `${more} more instruction files are cut: daybook context lists them.`),
    ...budgets.flatMap(({ notices, unlisted }) => {
      const some = unlisted === 0 ? "" : `, ${unlisted} of them in no list of files`;
      return shorten(
        [...notices],
        (more) =>
          `${more} more notes on instruction files stand in their places${some}: daybook context --text.`,
      );
    }),
  ];
}

function shorten(notices: readonly string[], rest: (more: number) => string): string[] {
  const more = notices.length - NOTICES_AT_MOST;
  return more <= 0 ? [...notices] : [...notices.slice(0, NOTICES_AT_MOST), rest(more)];
}
