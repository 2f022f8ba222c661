import { fingerprintOf, isTrustedFingerprint } from "../project/index.ts";
import type { TrustFile } from "../project/index.ts";
import type { FolderStamps, Storage } from "../storage/index.ts";

import { foldersOf, type MemoryFolder } from "./folders.ts";
import { unlistedNotice, untrustedNotice } from "./held-notice.ts";
import { whyUnlisted } from "./list.ts";
import { openAnyhow } from "./load.ts";
import { attempt } from "./readable.ts";
import { readTrust } from "./trusted.ts";
import type { Memory } from "./types.ts";

/**
 * All memories, for what is derived from them and kept between processes. Looking opens none: who remembers what a
 * file held under its stamp reads only what is new. Trust is asked anew each time, by the mark of a content.
 */
export interface CorpusLook {
  /** In the order of a session: of two memories with one id the one in the earlier folder counts. */
  folders: CorpusFolder[];
  /** Folders that are left out: sentences for the person. */
  notices: string[];
  /** Null when the file is gone. */
  open(folder: CorpusFolder, name: string): Promise<CorpusMemory | null>;
  /** Whether a content may be shown here and now. */
  mayShow(folder: CorpusFolder, mark: string): boolean;
}

export interface CorpusFolder extends MemoryFolder {
  /** Of every file in it, memories or not. */
  stamps: FolderStamps;
}

export interface CorpusMemory {
  memory: Memory;
  /** False where the file could not be read: then only its place is known. */
  isRead: boolean;
  /** What trust knows its content by; empty in a private folder. */
  mark: string;
  /** Why it is not listed, or null: a sentence for the person. */
  problem: string | null;
}

/** Looks at every folder of memories that is open. */
export async function lookAtCorpus(storage: Storage): Promise<CorpusLook> {
  const trust = await readTrust(storage, storage);
  const folders: CorpusFolder[] = [];
  const notices: string[] = [];
  for (const folder of foldersOf(storage)) {
    if (folder.isShared && trust === null) {
      notices.push(...(await untrustedNotice(storage, folder)));
      continue;
    }
    const stamps = await attempt(() => storage.stamps(folder.path));
    if (stamps.ok) folders.push({ ...folder, stamps: stamps.value });
    else notices.push(unlistedNotice(storage, folder, stamps.error.message));
  }
  return {
    folders,
    notices,
    open: (folder, name) => openForCorpus(storage, { folder, name, trust }),
    mayShow: (folder, mark) => !folder.isShared || isTrustedFingerprint(trust, mark),
  };
}

async function openForCorpus(
  storage: Storage,
  { folder, name, trust }: { folder: CorpusFolder; name: string; trust: TrustFile | null },
): Promise<CorpusMemory | null> {
  const opened = await openAnyhow({ storage, reader: storage, trust }, { folder, name });
  if (opened === null) return null;
  const { memory, text } = opened;
  const isRead = memory.version !== "";
  return {
    memory,
    isRead,
    mark: isRead && folder.isShared ? fingerprintOf(name, text) : "",
    problem: whyUnlisted(opened),
  };
}
