import { messageOf } from "../errors/index.ts";
import type { Storage, StoragePath, Transaction } from "../storage/index.ts";
import { isMemoryFile } from "../text/index.ts";
import { parseProposal } from "./inbox-file.ts";
import type { Proposal } from "./proposal.ts";

/** Proposals that wait, and those that the person rejected, as plain files of the project's private folder. */
export const waitingFolder = "project/inbox";
export const rejectedFolder = "project/inbox/rejected";
export type InboxFolder = typeof waitingFolder | typeof rejectedFolder;

/** A proposal with the text of its file, by which a later change of the file is known. */
export interface OpenedProposal {
  proposal: Proposal;
  text: string;
}

/** What lies in a folder of the inbox. */
export interface InboxLook {
  opened: OpenedProposal[];
  /** Files that are no proposals, and why. */
  unreadable: { name: string; file: string; problem: string }[];
}

type Reader = Pick<Transaction, "read" | "names">;

export function pathOf(folder: InboxFolder, id: string): StoragePath {
  return `${folder}/${id}.md`;
}

/** A file of a folder at this moment. */
export type ProposalLook =
  | { state: "gone" }
  | { state: "open"; opened: OpenedProposal }
  | { state: "broken"; file: string; problem: string };

/** One file of a folder. */
export async function lookAt(
  storage: Pick<Storage, "locate">,
  reader: Pick<Transaction, "read">,
  { folder, id }: { folder: InboxFolder; id: string },
): Promise<ProposalLook> {
  const path = pathOf(folder, id);
  const read = await readProposal(reader, path);
  if (read === null) return { state: "gone" };
  const file = storage.locate(path);
  if (!read.ok) return { state: "broken", file, problem: read.problem };
  return { state: "open", opened: { text: read.text, proposal: { ...read.proposal, id, file } } };
}

/** All files of a folder, oldest proposal first. */
export async function lookInto(
  storage: Pick<Storage, "locate">,
  reader: Reader,
  folder: InboxFolder,
): Promise<InboxLook> {
  const look: InboxLook = { opened: [], unreadable: [] };
  const names = (await reader.names(folder)).filter(isMemoryFile);
  for (const name of names) {
    const found = await lookAt(storage, reader, { folder, id: name.slice(0, -".md".length) });
    if (found.state === "open") look.opened.push(found.opened);
    if (found.state === "broken") look.unreadable.push({ name, file: found.file, problem: found.problem });
  }
  look.opened.sort((left, right) => byAge(left.proposal, right.proposal));
  return look;
}

/** Files of both folders that are no proposals. */
export async function damagedProposals(
  storage: Pick<Storage, "locate" | "read" | "names">,
): Promise<InboxLook["unreadable"]> {
  const looks = await Promise.all(
    ([waitingFolder, rejectedFolder] as const).map((folder) => lookInto(storage, storage, folder)),
  );
  return looks.flatMap(({ unreadable }) => unreadable);
}

type Read =
  | { ok: true; proposal: Omit<Proposal, "id" | "file">; text: string }
  | { ok: false; problem: string };

async function readProposal(reader: Pick<Transaction, "read">, path: StoragePath): Promise<Read | null> {
  try {
    const result = await reader.read(path);
    if (!result.found) return null;
    if (!result.faithful) return { ok: false, problem: "it is not UTF-8 text" };
    const parsed = await parseProposal(result.text);
    return parsed.ok ? { ...parsed, text: result.text } : parsed;
  } catch (error) {
    return { ok: false, problem: messageOf(error).replace(/\.$/, "") };
  }
}

function byAge(left: Proposal, right: Proposal): number {
  if (left.created !== right.created) return left.created < right.created ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
