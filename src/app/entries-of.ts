import { nodeFiles } from "../storage/index.ts";

/** All names in a folder, sorted; none where it is missing or cannot be read. */
export function entriesOf(folder: string): string[] {
  try {
    return nodeFiles.bareNames(folder).toSorted();
  } catch {
    return [];
  }
}
