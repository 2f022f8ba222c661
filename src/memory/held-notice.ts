import type { Storage } from "../storage/index.ts";
import { cutCharacters, escapeUnseen, indexName, isMemoryFile } from "../text/index.ts";

import type { MemoryFolder } from "./folders.ts";
import { attempt } from "./readable.ts";

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

/** What is said of a shared folder that nobody here has trusted. No file of it is opened, and nothing in it can fail. */
export async function untrustedNotice(
  storage: Pick<Storage, "list" | "locate">,
  folder: MemoryFolder,
): Promise<string[]> {
  const listed = await attempt(() => storage.list(folder.path));
  if (!listed.ok) return [unlistedNotice(storage, folder, listed.error.message)];
  const files = listed.value.map(({ name }) => name).filter(isMemoryFile);
  const hasIndex = listed.value.some(({ name, bytes }) => name === indexName && bytes > 0);
  if (files.length > 0 || !hasIndex) return heldNotice(files);
  return [`The shared ${indexName} came with this repository and ${areHeld(1)}.`];
}

/** The sentence for a folder that cannot be listed. */
export function unlistedNotice(
  storage: Pick<Storage, "locate">,
  folder: MemoryFolder,
  problem: string,
): string {
  return `The ${folder.isShared ? "shared " : ""}memories in ${storage.locate(folder.path)} are left out. ${problem}`;
}

function areHeld(count: number): string {
  return `${count === 1 ? "is" : "are"} held until trusted; \`daybook trust\` shows ${count === 1 ? "it" : "them"}`;
}
