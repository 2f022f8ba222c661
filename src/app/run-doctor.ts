import { join } from "node:path";
import { damagedProposals } from "../extraction/index.ts";
import { examine, mend } from "../memory/index.ts";
import type { DoctorOptions, Mended } from "../memory/index.ts";
import { nodeFiles } from "../storage/index.ts";
import type { Book } from "./book.ts";
import { loadSettings } from "./settings.ts";

/** How the doctor is to work. */
export interface DoctorWish {
  /** Mend what can be mended without losing anything; else nothing is written. */
  fix: boolean;
  onProgress?: (looked: number) => void;
}

/** Looks at all that the memories of this person and project rest on. */
export async function runDoctor(
  { home, project, storeOptions }: Book,
  { fix, onProgress }: DoctorWish,
): Promise<Mended> {
  const options: DoctorOptions = {
    store: storeOptions,
    folders: { home, project: project.folder, ...(project.shared !== null && { shared: project.shared }) },
    files: nodeFiles,
    damagedProposals: () => damagedProposals(storeOptions.storage),
    settingsProblems: () => settingsProblems(home),
    sharedProblem: project.sharedProblem,
    ...(onProgress !== undefined && { onProgress }),
  };
  const examination = await examine(options);
  return fix ? mend(options, examination) : { ...examination, fixed: [], failures: [] };
}

/** As sentences that stand behind the name of the file. */
async function settingsProblems(home: string): Promise<string[]> {
  const { notices } = await loadSettings(home);
  return notices.map((notice) =>
    notice.replace(`${join(home, "daybook.json")}: `, "").replace(join(home, "daybook.json"), "It"),
  );
}
