import type { FileOperations } from "../storage/index.ts";
import { lookAt } from "./disk.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

export type Place = NonNullable<ProjectFile["place"]>;

/** Whether two places are one: `same` for certain, `maybe` where no birth time can tell, else `other`. */
export type PlaceMatch = "same" | "maybe" | "other";

/** Where the project's git directory (without git: its folder) lies on the disk; null when it is gone. */
export async function placeOf(files: FileOperations, identity: ProjectIdentity): Promise<Place | null> {
  return placeAt(files, identity.gitDirectory ?? identity.key);
}

/**
 * The places by which the project may have been recorded: its git directory and its folder, because a
 * folder may have become a repository since.
 */
export async function placesOf(files: FileOperations, identity: ProjectIdentity): Promise<Place[]> {
  const paths = [...new Set([identity.gitDirectory ?? identity.key, identity.key])];
  const places = await Promise.all(paths.map((path) => placeAt(files, path)));
  return places.filter((place) => place !== null);
}

/** The best match of a recorded place among several. */
export function matchPlaces(recorded: Place, places: readonly Place[]): PlaceMatch {
  const matches = places.map((place) => comparePlaces(recorded, place));
  if (matches.includes("same")) return "same";
  return matches.includes("maybe") ? "maybe" : "other";
}

/** Compares device, inode and birth time. An inode number alone is reused once a folder is deleted. */
function comparePlaces(recorded: Place, now: Place): PlaceMatch {
  if (recorded.device !== now.device || recorded.inode !== now.inode) return "other";
  if (recorded.birth === null || now.birth === null) return "maybe";
  return recorded.birth === now.birth ? "same" : "other";
}

async function placeAt(files: FileOperations, path: string): Promise<Place | null> {
  const stat = await lookAt(files, path);
  if (stat === null) return null;
  // File systems without birth times give 0, or the change time, which a rename would alter.
  const isKnown = stat.bornNs > 0n && stat.bornNs !== stat.changedNs;
  return {
    device: String(stat.device),
    inode: String(stat.inode),
    birth: isKnown ? String(stat.bornNs) : null,
  };
}
