import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSecretGate } from "../guard/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { loadInstructions, type InstructionOptions, type Instructions } from "./load-instructions.ts";

/** A scratch project beside a home; made anew for each test. */
export interface Place {
  /** Holds both. */
  folder: string;
  project: string;
  home: string;
}

/** Files and links of a place, by their paths from its folder on. A link's value is where it points. */
export async function makePlace(
  files: Record<string, string | Uint8Array> = {},
  links: Record<string, string> = {},
): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-instructions-")));
  const place = { folder, project: join(folder, "proj"), home: join(folder, "home", ".agent") };
  await mkdir(place.project);
  await mkdir(place.home, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(target, join(folder, path));
  }
  return place;
}

const gate = createSecretGate();

/** The instructions of a place, where there are any. `cwd` is a path from the project on. */
export async function load(
  { project, home, folder }: Place,
  { cwd = ".", ...changed }: Partial<InstructionOptions> = {},
): Promise<Instructions> {
  const loaded = await loadInstructions({
    cwd: join(project, cwd),
    projectRoot: project,
    home,
    userHome: join(folder, "home"),
    limits: defaultLimits,
    gate,
    ...changed,
  });
  return (
    loaded ?? {
      text: "",
      files: [],
      cuts: [],
      notices: [],
      within: () => ({ text: "", files: [], cuts: [] }),
      apart: () => [],
    }
  );
}

/** How often a word stands in a text. */
export function count(text: string, word: string): number {
  return text.split(word).length - 1;
}
