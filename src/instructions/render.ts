import { countBytes, cutBytes, formatCount } from "../text/index.ts";
import type { LoadedFile, Section } from "./instruction-file.ts";

/** Sections as one text of at most so many bytes. */
export interface RenderedSections {
  text: string;
  /** Bytes of its own text that each file that is cut keeps. */
  kept: ReadonlyMap<LoadedFile, number>;
}

const introduction =
  "# Instruction files\nPeople wrote these for the agents that work here: follow them where they bear on the task. " +
  "What stands later is more specific and counts more; what the person says in the conversation counts most.";
const hardCut = "\n(All instruction files are cut here: there is no room for more.)";

/**
 * Joins the sections. Over the limit the largest file is cut, at a line end, until it is as small as the
 * next largest, then both, and so on; what a file includes behind its cut stays, so no file is dropped.
 */
export function renderSections(sections: readonly Section[], limit: number): RenderedSections {
  const whole = join(sections, Infinity);
  if (countBytes(whole.text) <= limit) return whole;
  let [least, most] = [0, limit];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (countBytes(join(sections, middle).text) <= limit) least = middle;
    else most = middle - 1;
  }
  const fitted = join(sections, least);
  return countBytes(fitted.text) <= limit ? fitted : { ...fitted, text: cutHard(fitted.text, limit) };
}

/** The names and notes alone are too long. */
function cutHard(text: string, limit: number): string {
  const beginning = cutBytes(text, limit - countBytes(hardCut));
  const lines = beginning.slice(0, beginning.lastIndexOf("\n") + 1).trimEnd();
  return cutBytes((lines || beginning) + hardCut, limit);
}

/** `most`: bytes of its own text that any file may keep. */
function join(sections: readonly Section[], most: number): RenderedSections {
  const kept = new Map<LoadedFile, number>();
  const texts = sections.map((section) => {
    const out = new Lines();
    out.add(`Instructions from ${section.shown}:\n\n`);
    if ("note" in section) out.line(section.note);
    else writeFile(section.file, { out, most, kept });
    return out.text();
  });
  return { text: `${introduction}\n\n${texts.join("\n---\n\n")}`.replace(/\n$/u, ""), kept };
}

interface Writing {
  out: Lines;
  most: number;
  kept: Map<LoadedFile, number>;
}

function writeFile(file: LoadedFile, writing: Writing): void {
  const { out, most, kept } = writing;
  let room = fits(file, most) ? Infinity : most;
  let isCut = false;
  let written = 0;
  for (const part of file.parts) {
    if (part.kind === "file") {
      out.line(`<!-- begin ${part.file.shown} -->`);
      writeFile(part.file, writing);
      out.line(`<!-- end ${part.file.shown} -->`);
    } else if (!isCut) {
      const stretch = countBytes(part.text) <= room ? part.text : wholeLines(part.text, room, written === 0);
      out.add(stretch);
      room -= countBytes(stretch);
      written += countBytes(stretch);
      if (stretch.length < part.text.length) {
        isCut = true;
        out.line(cutNote(file, written));
      }
    }
  }
  if (file.isBeginning && !isCut) out.line(cutNote(file, written));
  if (file.isBeginning || isCut) kept.set(file, written);
}

function fits({ parts }: LoadedFile, most: number): boolean {
  let bytes = 0;
  for (const part of parts) if (part.kind === "text") bytes += countBytes(part.text);
  return bytes <= most;
}

// A single line that is longer than all of the room is cut within.
function wholeLines(text: string, room: number, isFirst: boolean): string {
  const beginning = cutBytes(text, room);
  const lines = beginning.slice(0, beginning.lastIndexOf("\n") + 1);
  return lines === "" && isFirst ? beginning : lines;
}

function cutNote({ shown, bytes }: LoadedFile, kept: number): string {
  return `(${shown} is cut here: ${formatCount(kept)} of ${formatCount(bytes)} bytes are loaded. Read the file for the rest.)`;
}

/** Text under construction, where some parts need lines of their own. */
class Lines {
  #text = "";
  /** The last line is not ended yet; a line end that follows is its own. */
  #isOpen = false;

  /** As it is; behind a `line` on a new one. */
  add(stretch: string): void {
    if (stretch === "") return;
    this.#text += this.#isOpen && !stretch.startsWith("\n") ? `\n${stretch}` : stretch;
    this.#isOpen = false;
  }

  line(words: string): void {
    this.#text = `${this.text()}${words}`;
    this.#isOpen = true;
  }

  /** With its last line ended. */
  text(): string {
    return this.#text === "" || this.#text.endsWith("\n") ? this.#text : `${this.#text}\n`;
  }
}
