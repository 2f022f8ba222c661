import { DaybookError } from "../errors/index.ts";
import { madeBefore } from "../memory/index.ts";
import { nearest, escapeUnseen } from "../text/index.ts";
import { acceptProposal, onceOf, type Accepted, type AcceptWish } from "./inbox-accept.ts";
import { rejectProposal, renewProposal, takeAway } from "./inbox-changes.ts";
import { differencesOf, type Difference } from "./inbox-difference.ts";
import { lookAt, lookInto, rejectedFolder, waitingFolder, type InboxLook } from "./inbox-folder.ts";
import { contentOf } from "./inbox-likeness.ts";
import type { InboxOptions } from "./inbox-options.ts";
import { proposeTo, wasRejected } from "./inbox-propose.ts";
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
   * Makes the change as the file says it now, and takes the file away. Where a memory was changed since the proposal was
   * made, or the proposal is gone, nothing is done, and the outcome says so. Fails with `unreadable` for a file that is
   * broken by now, and as a save does; the proposal then waits on.
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
    wasRejected: (proposal) => wasRejected(options, proposal),
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
      const now = await asItWaits(options, proposal);
      if (now === null) return { outcome: "gone", reason: goneText };
      // What the person saw of memory is of no use for words that they have not seen.
      const isAsSeen = contentOf(now) === contentOf(proposal);
      const accepted = await acceptProposal(now, { ...options, wish: isAsSeen ? wish : {} });
      if (accepted.outcome === "conflict") return accepted;
      if ((await takeAway(options, now)) || accepted.outcome === "gone") return accepted;
      const note = `${now.file} was edited meanwhile and waits on.`;
      return { ...accepted, notes: [...accepted.notes, note] };
    },
    reject: (proposal) => rejectProposal(options, proposal),
    renew: (given, targets) => renewProposal(options, { given, targets }),
  };
  return inbox;
}

const goneText = "It is gone already: it was accepted, rejected or deleted meanwhile. Nothing was done.";

/** A proposal as its file says now; as given where it was accepted and only its file is gone; null for one that is gone. */
async function asItWaits({ storage }: InboxOptions, given: Proposal): Promise<Proposal | null> {
  const look = await lookAt(storage, storage, { folder: waitingFolder, id: given.id });
  if (look.state === "open") return look.opened.proposal;
  if (look.state === "broken") throw brokenFile(look);
  return (await madeBefore(storage, onceOf(given))) === null ? null : given;
}

function brokenFile({ file, problem }: { file: string; problem: string }): DaybookError {
  const message = `${file} is no proposal: ${problem}. Mend or delete the file by hand.`;
  return new DaybookError("unreadable", message, { data: { path: file } });
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
  if (broken !== undefined) throw brokenFile(broken);
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
