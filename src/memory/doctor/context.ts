import type { TrustFile } from "../../project/index.ts";
import type { FileOperations, InspectOptions } from "../../storage/index.ts";
import type { StoreContext } from "../context.ts";
import type { MemoryStoreOptions } from "../store.ts";

/** What the doctor looks at. */
export interface DoctorOptions {
  store: MemoryStoreOptions;
  /** Absolute folders behind the roots of the storage. */
  folders: InspectOptions["folders"];
  files: FileOperations;
  processes?: InspectOptions["processes"];
  /** What the settings cannot be read as: sentences. */
  settingsProblems?: () => Promise<string[]>;
  /** Files of the inbox that are no proposals, with absolute path, and why. */
  damagedProposals?: () => Promise<{ file: string; problem: string }[]>;
  /** Why the project's shared memory is not used: a sentence, or null. */
  sharedProblem?: string | null;
  /** Told from time to time how many memories were looked at. */
  onProgress?: (looked: number) => void;
}

/** The same, as the checks need it. */
export interface Doctoring {
  store: StoreContext;
  trust: TrustFile | null;
  inspect: InspectOptions;
  options: DoctorOptions;
  /** Told how many memories were looked at more. */
  look: (count: number) => void;
}
