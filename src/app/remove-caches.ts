import { join } from "node:path";
import { nodeFiles } from "../storage/index.ts";
import type { Book } from "./book.ts";
import { entriesOf } from "./entries-of.ts";

// What a person accepted of shared memory is in there as well, by name; it is no copy of anything else.
const keptApart = "accepted";

/**
 * Removes what was derived from the memories and sessions of this project; `everywhere` also what other projects
 * derived from the person's memories. Gives the paths that are gone.
 */
export async function removeCaches(
  { home, project }: Pick<Book, "home" | "project">,
  { everywhere }: { everywhere: boolean },
): Promise<string[]> {
  const own = [home, project.folder].map((folder) => join(folder, "cache"));
  const paths = own.flatMap((folder) => entriesOf(folder).map((name) => join(folder, name)));
  const projects = join(home, "projects");
  const others = everywhere ? entriesOf(projects).map((id) => join(projects, id, "cache")) : [];
  paths.push(
    ...others
      .filter((folder) => !own.includes(folder))
      .flatMap((folder) => entriesOf(folder).map((name) => join(folder, name))),
  );
  const gone = paths.filter((path) => !path.endsWith(`/${keptApart}`) && nodeFiles.look(path) !== undefined);
  for (const path of gone) await nodeFiles.removeTree(path);
  return gone;
}
