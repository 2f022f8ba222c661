import { countBytes, cutBytes } from "../text/index.ts";
import type { LoadedFile, Section } from "./instruction-file.ts";
import { cutSection, writeSection, type WrittenSection } from "./write-section.ts";

/** Sections as one text of at most so many bytes. */
export interface RenderedSections {
  text: string;
  /** Of each file that is cut: how many of its bytes are loaded. */
  kept: ReadonlyMap<LoadedFile, number>;
}

const introduction =
  "# Instruction files\nPeople wrote these for the agents that work here: follow them where they bear on the task. " +
  "What stands later is more specific and counts more; what the person says in the conversation counts most.\n\n";
const between = "\n---\n\n";
const hardCut = "\n(All instruction files are cut here: there is no room for more.)";

/**
 * Joins the sections. Over the limit the largest file is cut, at a line end, until it is as small as the
 * next largest, then both, and so on; what a file includes behind its cut stays, so no file is dropped. Where
 * names and notes alone take too much of the room, each section is cut to a fair share of it.
 */
export function renderSections(sections: readonly Section[], limit: number): RenderedSections {
  const room = limit - countBytes(introduction) - (sections.length - 1) * countBytes(between);
  const written = fitByFile(sections, room) ?? fitBySection(sections, room);
  const { text, kept } = join(written);
  return { text: countBytes(text) <= limit ? text : cutHard(text, limit), kept };
}

function join(written: readonly WrittenSection[]): RenderedSections {
  const texts = written.map(({ text }) => text);
  return {
    text: `${introduction}${texts.join(between)}`.replace(/\n$/u, ""),
    kept: new Map(written.flatMap(({ kept }) => [...kept])),
  };
}

/** Cuts the largest files; null where that leaves less than half of the room to what people wrote. */
function fitByFile(sections: readonly Section[], room: number): WrittenSection[] | null {
  const write = (most: number): WrittenSection[] => sections.map((section) => writeSection(section, most));
  const whole = write(Infinity);
  if (bytesOf(whole) <= room) return whole;
  if (bytesOf(write(0)) > room / 2) return null;
  let [least, most] = [0, room];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (bytesOf(write(middle)) <= room) least = middle;
    else most = middle - 1;
  }
  return write(least);
}

function fitBySection(sections: readonly Section[], room: number): WrittenSection[] {
  const wants = sections.map((section) => bytesOf([writeSection(section, Infinity)]));
  const shares = shareOut(wants, room);
  return sections.map((section, index) => {
    const share = shares[index] ?? 0;
    return fitByFile([section], share)?.[0] ?? cutSection(section, share);
  });
}

/** Small wants are met in full, the large ones share the rest. */
function shareOut(wants: readonly number[], room: number): number[] {
  const shares = wants.map(() => 0);
  let rest = Math.max(0, room);
  const order = [...wants.entries()].toSorted(([, left], [, right]) => left - right);
  for (const [position, [index, want]] of order.entries()) {
    const share = Math.min(want, Math.floor(rest / (order.length - position)));
    shares[index] = share;
    rest -= share;
  }
  return shares;
}

function bytesOf(written: readonly WrittenSection[]): number {
  return written.reduce((sum, { text }) => sum + countBytes(text), 0);
}

/** There is not even room for a name of each. */
function cutHard(text: string, limit: number): string {
  const beginning = cutBytes(text, limit - countBytes(hardCut));
  const lines = beginning.slice(0, beginning.lastIndexOf("\n") + 1).trimEnd();
  return cutBytes((lines || beginning) + hardCut, limit);
}
