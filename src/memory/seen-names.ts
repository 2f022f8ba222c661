import { stampWidth } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import type { MemoryFolder } from "./folders.ts";
import { attempt } from "./readable.ts";
import { isSameName } from "./slug.ts";

/**
 * The files of a folder, as far as it is known what their headers said when they were last opened to find a name. A
 * person may keep a thousand files without index lines, and any of them may have any name: each save would open all of
 * them, under its lock.
 */
export interface NamesOfFolder {
  /** Whether the file is known to have another name now. */
  hasOther(file: string, name: string): boolean;
  /** Remembers what an opened file said. */
  note(file: string, name: string): void;
}

// Opening so few costs no more than a look at all.
const FEW_FILES = 16;

/** What is known of a folder's names before `count` of its files are opened. */
export async function namesOfFolder(
  { seenNames, storage }: Pick<StoreContext, "seenNames" | "storage">,
  folder: MemoryFolder,
  count: number,
): Promise<NamesOfFolder> {
  const stamps = count > FEW_FILES ? await settledStamps(storage, folder) : new Map<string, string>();
  return {
    hasOther(file, name) {
      const seen = seenNames.get(`${folder.path}/${file}`);
      return seen !== undefined && seen.stamp === stamps.get(file) && !isSameName(seen.name, name);
    },
    note(file, name) {
      const stamp = stamps.get(file);
      if (stamp !== undefined) seenNames.set(`${folder.path}/${file}`, { name, stamp });
    },
  };
}

/** Stamps that can vouch for what is read under them. */
async function settledStamps(
  storage: StoreContext["storage"],
  folder: MemoryFolder,
): Promise<Map<string, string>> {
  const looked = await attempt(() => storage.stamps(folder.path));
  if (!looked.ok) return new Map();
  const { names, stamps, settled } = looked.value;
  return new Map(
    names.flatMap((name, at): [string, string][] =>
      settled[at] === 1 ? [[name, stamps.subarray(at * stampWidth, (at + 1) * stampWidth).join(" ")]] : [],
    ),
  );
}
