/** Which project a folder belongs to. Found from the file system alone; writes nothing. */
export interface ProjectIdentity {
  /** `<name>-<12 hex of sha256(key)>`. */
  id: string;
  /** Real path all work trees and sub-folders of the project share. */
  key: string;
  /** Real path of the current work tree (or folder): where `.agent` and the instruction files are. */
  root: string;
  kind: "git" | "bare" | "folder";
  /** The git directory that all work trees share, or null. */
  gitDirectory: string | null;
}

/** `project.json`. Fields it does not know are kept. */
export interface ProjectFile {
  id: string;
  key: string;
  /** Of the git directory, or of the folder: how a moved project is recognised. Decimal strings. */
  place?: { device: string; inode: string; birth: string | null };
  firstCommit?: string | null;
  remotes?: string[];
  /** Ids it had before it moved or was adopted, newest first. */
  previous?: string[];
  trust?: TrustFile;
  /** Commands that are always allowed here (issue of permissions). */
  allowedCommands?: string[];
  /** ISO time. */
  created: string;
}

/** What of the shared memory was read and accepted: contents, not names. */
export interface TrustFile {
  /** Accept whatever comes with a pull. */
  always?: boolean;
  /** Fingerprints of accepted files (`name` and content together). */
  contents: string[];
  /** Fingerprints of accepted lines of the shared index. */
  lines: string[];
}

/** A shared memory that is held back until `daybook trust` has shown it. */
export interface HeldMemory {
  /** File name in `.agent/memory`, `MEMORY.md` for index lines. */
  name: string;
  state: "new" | "changed";
}
