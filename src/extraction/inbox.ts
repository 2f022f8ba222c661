import { DaybookError } from "../errors/index.ts";
import { nearest, escapeUnseen } from "../text/index.ts";
import { acceptProposal, type Accepted, type AcceptWish } from "./inbox-accept.ts";
import { differencesOf, type Difference } from "./inbox-difference.ts";
import { renderProposal, type WrittenProposal } from "./inbox-file.ts";
import {
  lookInto,
  pathOf,
  rejectedFolder,
  waitingFolder,
  type InboxLook,
  type OpenedProposal,
} from "./inbox-folder.ts";
import type { InboxOptions } from "./inbox-options.ts";
import { proposeTo } from "./inbox-propose.ts";
import type { Proposal, ProposalBox } from "./proposal.ts";

/** The proposals of a project: plain files, which a person may edit, reject by deleting, or leave. */
export interface Inbox extends ProposalBox {
  /** All that wait, oldest first, and sentences on files that are none. */
  list(): Promise<{ proposals: Proposal[]; notices: string[] }>;
  /** Those that the person rejected. */
  rejected(): Promise<Proposal[]>;
  /** By its id or the beginning of it. Fails with `not-found`, `ambiguous`, and with `unreadable` for a broken file. */
  find(given: string): Promise<Proposal>;
  /** What it would change, against memory as it is now. */
  differences(proposal: Proposal): Promise<Difference[]>;
  /**
   * Makes the change and takes the file away, but for one that was edited since it was read. Where a memory was changed since the proposal
   * was made nothing is done, and the outcome says so. Fails as a save does; the proposal then waits on.
   */
  accept(proposal: Proposal, wish?: AcceptWish): Promise<Accepted>;
  /** Puts the proposal to the rejected ones, so that it does not come back. False when it is gone already. */
  reject(proposal: Proposal): Promise<boolean>;
  /** Has the proposal wait against memory as it is now, with the difference that this makes. */
  renew(proposal: Proposal, targets: Proposal["targets"]): Promise<void>;
}

/** The inbox of the open project. */
export function createInbox(options: InboxOptions): Inbox {
  const { storage, store } = options;
  const waiting = (): Promise<InboxLook> => lookInto(storage, storage, waitingFolder);
  const inbox: Inbox = {
    propose: (proposal) => proposeTo(options, proposal),
    async list() {
      const { opened, unreadable } = await waiting();
      const notices = unreadable.map(
        ({ file, problem }) =>
          `${file} is no proposal: ${problem}. It is left as it is; mend or delete it by hand.`,
      );
      return { proposals: opened.map(({ proposal }) => proposal), notices };
    },
    async rejected() {
      const { opened } = await lookInto(storage, storage, rejectedFolder);
      return opened.map(({ proposal }) => proposal);
    },
    find: async (given) => findIn(await waiting(), { given, rejected: await inbox.rejected() }),
    differences: (proposal) => differencesOf(proposal, store),
    async accept(proposal, wish = {}) {
      const accepted = await acceptProposal(proposal, { ...options, wish });
      if (accepted.outcome === "conflict" || (await takeAway(options, proposal))) return accepted;
      const note = `${proposal.file} was edited meanwhile and waits on.`;
      return { ...accepted, notes: [...accepted.notes, note] };
    },
    reject: (proposal) => rejectIn(options, proposal),
    async renew(proposal, targets) {
      const opened = (await waiting()).opened.find((each) => each.proposal.id === proposal.id);
      if (opened !== undefined) await renewIn(options, { opened, targets });
    },
  };
  return inbox;
}

function findIn(
  { opened, unreadable }: InboxLook,
  { given, rejected }: { given: string; rejected: readonly Proposal[] },
): Proposal {
  const wanted = given.trim().replace(/\.md$/, "");
  const proposals = opened.map(({ proposal }) => proposal);
  const exact = proposals.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const broken = unreadable.find(({ name }) => name === `${wanted}.md`);
  if (broken !== undefined) {
    throw new DaybookError(
      "unreadable",
      `${broken.file} is no proposal: ${broken.problem}. Mend or delete the file by hand.`,
      { data: { path: broken.file } },
    );
  }
  const begun = wanted === "" ? [] : proposals.filter(({ id }) => id.startsWith(wanted));
  const [only, other] = begun;
  if (only !== undefined && other === undefined) return only;
  if (only !== undefined) throw ambiguous(wanted, begun);
  throw notFound(wanted, { proposals, rejected });
}

function ambiguous(wanted: string, begun: readonly Proposal[]): DaybookError {
  const ids = begun.map(({ id }) => id);
  return new DaybookError(
    "ambiguous",
    `"${shown(wanted)}" begins ${begun.length} proposals: ${ids.slice(0, 5).join(", ")}. Type more of it.`,
    { data: { ids } },
  );
}

function notFound(
  wanted: string,
  { proposals, rejected }: { proposals: readonly Proposal[]; rejected: readonly Proposal[] },
): DaybookError {
  const was = rejected.find(({ id }) => id === wanted);
  const ids = proposals.map(({ id }) => id);
  const near = nearest(wanted, ids, 3);
  const there =
    was !== undefined
      ? `It was rejected; moved from ${was.file} back to the folder above, it waits again.`
      : near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : ids.length > 0
          ? `These wait: ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", …" : ""}.`
          : "Nothing waits in the inbox.";
  return new DaybookError("not-found", `There is no proposal "${shown(wanted)}". ${there}`, {
    data: { near },
  });
}

function shown(text: string): string {
  return escapeUnseen(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

/** Removes the file of a proposal that was done; false for one that a person edited meanwhile: it stays. */
async function takeAway({ storage }: InboxOptions, { id, memory }: Proposal): Promise<boolean> {
  const path = pathOf(waitingFolder, id);
  const { value } = await storage.change(["project"], async (tx) => {
    if (!(await tx.read(path)).found) return true;
    const { opened } = await lookInto(storage, { ...tx, names: async () => [`${id}.md`] }, waitingFolder);
    const [now] = opened;
    if (now === undefined || JSON.stringify(now.proposal.memory) !== JSON.stringify(memory)) return false;
    tx.remove(path);
    return true;
  });
  return value;
}

async function rejectIn({ storage }: InboxOptions, { id }: Proposal): Promise<boolean> {
  const path = pathOf(waitingFolder, id);
  const { value } = await storage.change(["project"], async (tx) => {
    if (!(await tx.read(path)).found) return false;
    await tx.move(path, pathOf(rejectedFolder, id));
    return true;
  });
  return value;
}

async function renewIn(
  { storage, store, gate }: InboxOptions,
  { opened, targets }: { opened: OpenedProposal; targets: Proposal["targets"] },
): Promise<void> {
  const { id, file: _file, ...before } = opened.proposal;
  const proposal: WrittenProposal = { ...before, op: opOnto(before.op, targets), targets };
  const text = renderProposal(proposal, await differencesOf(proposal, store));
  const isClean = (await gate.check(text)).length === 0;
  const path = pathOf(waitingFolder, id);
  await storage.change(["project"], async (tx) => {
    const now = await tx.read(path);
    // A person edits it right now: theirs stays.
    if (now.found && now.text === opened.text) tx.write(path, isClean ? text : renderProposal(proposal, []));
  });
}

function opOnto(op: Proposal["op"], targets: Proposal["targets"]): Proposal["op"] {
  if (op === "forget" || op === "merge") return op;
  return targets.length === 0 ? "create" : "update";
}
