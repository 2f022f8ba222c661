import { cutCharacters, escapeUnseen } from "../text/index.ts";

const NAMED = 5;

/** The sentence that names shared memories nobody here has trusted; none when there are none. */
export function heldNotice(files: readonly string[], lines = 0): string[] {
  if (files.length === 0) {
    return lines === 0
      ? []
      : [
          `${lines} ${lines === 1 ? "line" : "lines"} of the shared MEMORY.md came with this repository and ${areHeld(lines)}.`,
        ];
  }
  const named = files.slice(0, NAMED).map((file) => cutCharacters(escapeUnseen(file), 80));
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : "";
  const memories = files.length === 1 ? "1 shared memory" : `${files.length} shared memories`;
  return [`${memories} came with this repository and ${areHeld(files.length)} (${named.join(", ")}${more}).`];
}

function areHeld(count: number): string {
  return `${count === 1 ? "is" : "are"} held until trusted; \`daybook trust\` shows ${count === 1 ? "it" : "them"}`;
}
