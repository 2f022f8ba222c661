import { DaybookError } from "../errors/index.ts";
import { cutCharacters, oneLine, wellFormed } from "../text/index.ts";
import { differencesOf } from "./inbox-difference.ts";
import { doneBefore } from "./inbox-done.ts";
import { isCount, renderProposal, type WrittenProposal } from "./inbox-file.ts";
import { lookInto, pathOf, rejectedFolder, waitingFolder, type InboxLook } from "./inbox-folder.ts";
import type { InboxOptions } from "./inbox-options.ts";
import { withholdSecrets } from "./inbox-secrets.ts";
import { areSameVersions, asksTheSame, idOf } from "./inbox-likeness.ts";
import type { NewProposal, Proposal, ProposeOutcome } from "./proposal.ts";

/** More than a person would ever look through. */
const mostWaiting = 500;
const quoteCharacters = 2_000;
const rationaleCharacters = 500;

/** Adds a proposal to the inbox, unless it waits there or was rejected. */
export async function proposeTo(
  { storage, store, gate, now, ensureProject }: InboxOptions,
  given: NewProposal,
): Promise<ProposeOutcome> {
  const proposal = { ...tidied(given), created: now().toISOString() };
  const id = idOf(proposal);
  const done = given.once && (await doneBefore(storage, { id, once: given.once }));
  if (done) return { outcome: "done", id: `${done.scope}/${done.slug}` };
  if ((await gate.check(textsOf(proposal).join("\n"))).length > 0) return { outcome: "secret" };
  const whole = renderProposal(proposal, await differencesOf(proposal, store));
  // The memory as it is may hold a secret that a person wrote into it.
  const text = (await gate.check(whole)).length > 0 ? renderProposal(proposal, []) : whole;
  const { value } = await storage.change(["project"], async (tx): Promise<ProposeOutcome> => {
    const rejected = await lookInto(storage, tx, rejectedFolder);
    if (findSame(rejected, { id, proposal }) !== undefined) return { outcome: "rejected" };
    const waiting = await lookInto(storage, tx, waitingFolder);
    const same = findSame(waiting, { id, proposal });
    const isOutdated = same !== undefined && isOutdatedMerge(same, { id, proposal });
    if (same !== undefined && !isOutdated) return { outcome: "waiting", id: same.id };
    if (waiting.opened.length + waiting.unreadable.length >= mostWaiting) return { outcome: "full" };
    await ensureProject?.(tx);
    if (same !== undefined) {
      const old = waiting.opened.find((each) => each.proposal.id === same.id);
      await withholdSecrets(gate, tx, { id: same.id, text: old?.text ?? "" });
      tx.remove(pathOf(waitingFolder, same.id));
    }
    tx.write(pathOf(waitingFolder, id), text);
    return { outcome: "added", id };
  });
  return value;
}

/** Whether the person rejected what asks for the same. */
export async function wasRejected({ storage }: InboxOptions, given: NewProposal): Promise<boolean> {
  const proposal = tidied(given);
  const rejected = await lookInto(storage, storage, rejectedFolder);
  return findSame(rejected, { id: idOf(proposal), proposal }) !== undefined;
}

/** One that asks for the same; a file that cannot be read counts by its name and is never written over. */
function findSame(
  { opened, unreadable }: InboxLook,
  { id, proposal }: { id: string; proposal: NewProposal },
): Proposal | undefined {
  const same =
    opened.find((each) => each.proposal.id === id) ??
    opened.find((each) => asksTheSame(each.proposal, proposal));
  if (same !== undefined) return same.proposal;
  const broken = unreadable.find(({ name }) => name === `${id}.md`);
  return broken && { ...proposal, id, created: "", file: broken.file };
}

/** A merge of memories that have changed since, as it was proposed: a new one takes its place. An edited one stays. */
function isOutdatedMerge(same: Proposal, { proposal }: { id: string; proposal: NewProposal }): boolean {
  return (
    proposal.op === "merge" &&
    same.created !== "" &&
    idOf(same) === same.id &&
    !areSameVersions(same, proposal)
  );
}

/** Without what no header could hold, and not longer than a person reads. */
function tidied({
  op,
  memory,
  targets,
  reason,
  rationale,
  evidence,
}: NewProposal): Omit<WrittenProposal, "created"> {
  if (!isCount(op, targets.length) || (memory === null) !== (op === "forget"))
    throw new DaybookError("invalid", `This is no proposal: a ${op} of ${targets.length} memories.`);
  return {
    op,
    reason,
    targets: targets.map(({ id, version }) => ({ id: line(id), version })),
    memory: memory && {
      ...memory,
      name: line(memory.name),
      description: line(memory.description),
      body: withLastLineEnd(wellFormed(memory.body.replaceAll("\r\n", "\n"))),
    },
    ...(rationale === undefined || line(rationale) === ""
      ? {}
      : { rationale: cutCharacters(line(rationale), rationaleCharacters) }),
    evidence: {
      ...evidence,
      quote: cutCharacters(wellFormed(evidence.quote.replaceAll("\r\n", "\n")).trim(), quoteCharacters),
    },
  };
}

function line(text: string): string {
  return wellFormed(oneLine(text)).trim();
}

function withLastLineEnd(body: string): string {
  return body === "" || body.endsWith("\n") ? body : `${body}\n`;
}

function textsOf({ memory, targets, rationale, evidence }: NewProposal): string[] {
  return [
    ...(memory === null ? [] : [memory.name, memory.description, memory.body]),
    ...targets.map(({ id }) => id),
    rationale ?? "",
    evidence.quote,
  ];
}
