import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import { formatCount } from "../text/index.ts";
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
}

const NOTICES_AT_MOST = 20;
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
  });
  const sections: Section[] = [];
  for (const place of instructionPlaces(options, disk)) {
    const section = await expansion.top(place);
    if (section !== null) sections.push(section);
  }
  if (sections.length === 0) return null;
  const within = (bytes: number): InstructionText => instructionText(sections, expansion.seen, bytes);
  const whole = within(limits.instructionBytes);
  return { ...whole, within, notices: shorten([...expansion.notices, ...whole.cuts]) };
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
  if (cut === undefined) return { path, bytes, kept: bytes, includedBy, problem: null };
  return { path, bytes, kept: cut, includedBy, problem: `it is cut after ${formatCount(cut)} bytes` };
}

function shorten(notices: readonly string[]): string[] {
  const more = notices.length - NOTICES_AT_MOST;
  if (more <= 0) return [...notices];
  return [
    ...notices.slice(0, NOTICES_AT_MOST),
    `${more} more notes on instruction files stand in their places: daybook context --text.`,
  ];
}
