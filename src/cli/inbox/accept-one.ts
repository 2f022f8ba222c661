import type { Accepted, Inbox, Proposal } from "../../extraction/index.ts";

/** What came of it: `unsure` is a conflict that the person did not decide, or could not be asked about. */
export type Decided =
  | Extract<Accepted, { outcome: "accepted" | "gone" }>
  | { outcome: "refused" }
  | { outcome: "unsure"; reason: string };

/** How a conflict is put to the person. */
export interface ConflictDoors {
  /** Shows the proposal against memory as it is now, under the sentence that says what happened. */
  show(proposal: Proposal, reason: string): Promise<void>;
  /** Null where nobody can be asked. */
  ask: (() => Promise<boolean>) | null;
}

/**
 * Accepts a proposal. Where memory was changed since it was made, the person sees the difference that it makes now and is
 * asked again; where nobody can be asked it waits on, against memory as it is now.
 */
export async function acceptOne(inbox: Inbox, proposal: Proposal, doors: ConflictDoors): Promise<Decided> {
  let onto: Proposal["targets"] | undefined;
  let asked = proposal;
  for (;;) {
    const accepted = await inbox.accept(asked, onto === undefined ? {} : { onto });
    if (accepted.outcome !== "conflict") return accepted;
    if (accepted.onto === null) return { outcome: "unsure", reason: accepted.reason };
    asked = accepted.proposal;
    await doors.show(againstNow(asked, accepted.onto), accepted.reason);
    if (doors.ask === null) {
      await inbox.renew(asked, accepted.onto);
      const next =
        "It waits on, against memory as it is now: show it, and accept it again if that is what you want.";
      return { outcome: "unsure", reason: `${accepted.reason} ${next}` };
    }
    if (!(await doors.ask())) return { outcome: "refused" };
    onto = accepted.onto;
  }
}

function againstNow(proposal: Proposal, targets: Proposal["targets"]): Proposal {
  if (proposal.op === "forget" || proposal.op === "merge") return { ...proposal, targets };
  return { ...proposal, op: targets.length === 0 ? "create" : "update", targets };
}

/** One line on what was done. */
export function acceptedText({
  op,
  id,
  merged,
}: Extract<Accepted, { outcome: "accepted" }>): [verb: string, what: string] {
  switch (op) {
    case "create":
      return ["created", id];
    case "update":
      return ["updated", id];
    case "forget":
      return ["deleted", id];
    case "merge":
      return ["merged", `${merged.join(", ")} into ${id}`];
  }
}
