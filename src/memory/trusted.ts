import { DaybookError } from "../errors/index.ts";
import {
  isTrustedFile,
  isTrustedLine,
  readTrust as readProjectTrust,
  trustContents,
  writeTrust,
} from "../project/index.ts";
import type { SharedText, TrustFile } from "../project/index.ts";
import type { Storage, Transaction } from "../storage/index.ts";

import type { MemoryFolder } from "./folders.ts";

/**
 * What came with a clone is inert until a person has trusted it, file by file and line by line. What
 * daybook writes itself is trusted in the same change.
 */

/** The project's trust, or null where nothing shared was ever trusted here. */
export async function readTrust(
  reader: Pick<Storage, "read">,
  storage: Pick<Storage, "has">,
): Promise<TrustFile | null> {
  return storage.has("shared") && storage.has("project") ? readProjectTrust(reader) : null;
}

/** Whether a file of a folder may be shown. */
export function mayShow(trust: TrustFile | null, folder: MemoryFolder, { name, text }: SharedText): boolean {
  return !folder.isShared || isTrustedFile(trust, name, text);
}

/** Whether a line of a folder's index may be shown. */
export function mayShowLine(trust: TrustFile | null, folder: MemoryFolder, line: string): boolean {
  return !folder.isShared || isTrustedLine(trust, line);
}

/** Trusts what this change writes to the shared folder: memory files whole, of the index the lines given. */
export async function trustOwn(tx: Transaction, files: readonly SharedText[]): Promise<void> {
  const trust = trustContents(await readProjectTrust(tx), files);
  await writeTrust(tx, { trust, collect: noProjectFile });
}

function noProjectFile(): never {
  throw new DaybookError(
    "untrusted",
    "This project's shared memory is not trusted yet; run `daybook trust`.",
  );
}
