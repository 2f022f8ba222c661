import { differencesOf } from "./inbox-difference.ts";
import { renderProposal, type WrittenProposal } from "./inbox-file.ts";
import { lookAt, pathOf, rejectedFolder, waitingFolder } from "./inbox-folder.ts";
import { contentOf } from "./inbox-likeness.ts";
import type { InboxOptions } from "./inbox-options.ts";
import { renderWithoutSecrets, withholdSecrets } from "./inbox-secrets.ts";
import type { Proposal } from "./proposal.ts";

/** Removes the file of a proposal that was done; false for one that a person edited meanwhile: it stays. */
export async function takeAway({ storage, gate }: InboxOptions, proposal: Proposal): Promise<boolean> {
  const { id } = proposal;
  const { value } = await storage.change(["project"], async (tx) => {
    const look = await lookAt(storage, tx, { folder: waitingFolder, id });
    if (look.state === "gone") return true;
    if (look.state === "broken" || contentOf(look.opened.proposal) !== contentOf(proposal)) return false;
    await withholdSecrets(gate, tx, { id, text: look.opened.text });
    tx.remove(pathOf(waitingFolder, id));
    return true;
  });
  return value;
}

/** Moves the file of a proposal to the rejected ones; a secret in it goes nowhere. False when it is gone already. */
export async function rejectProposal({ storage, gate }: InboxOptions, given: Proposal): Promise<boolean> {
  const { id } = given;
  const [from, to] = [pathOf(waitingFolder, id), pathOf(rejectedFolder, id)];
  const { value } = await storage.change(["project"], async (tx) => {
    const read = await tx.read(from);
    if (!read.found) return false;
    if (!(await withholdSecrets(gate, tx, { id, text: read.text }))) {
      await tx.move(from, to);
      return true;
    }
    const look = await lookAt(storage, tx, { folder: waitingFolder, id });
    const rejected = await renderWithoutSecrets(gate, look.state === "open" ? look.opened.proposal : given);
    tx.remove(from);
    if (rejected !== null) tx.write(to, rejected);
    return true;
  });
  return value;
}

/** Writes the file of a proposal anew, against memory as it is now; one that a person edits right now stays. */
export async function renewProposal(
  { storage, store, gate }: InboxOptions,
  { given, targets }: { given: Proposal; targets: Proposal["targets"] },
): Promise<void> {
  const look = await lookAt(storage, storage, { folder: waitingFolder, id: given.id });
  if (look.state !== "open") return;
  const { id, file: _file, ...before } = look.opened.proposal;
  const proposal: WrittenProposal = { ...before, op: opOnto(before.op, targets), targets };
  const whole = renderProposal(proposal, await differencesOf(proposal, store));
  const isClean = (await gate.check(whole)).length === 0;
  const text = isClean ? whole : await renderWithoutSecrets(gate, proposal);
  if (text === null) return;
  const path = pathOf(waitingFolder, id);
  await storage.change(["project"], async (tx) => {
    const now = await tx.read(path);
    if (!now.found || now.text !== look.opened.text) return;
    await withholdSecrets(gate, tx, { id, text: now.text });
    tx.write(path, text);
  });
}

function opOnto(op: Proposal["op"], targets: Proposal["targets"]): Proposal["op"] {
  if (op === "forget" || op === "merge") return op;
  return targets.length === 0 ? "create" : "update";
}
