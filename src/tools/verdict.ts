import type { ApprovalRequest } from "./approval.ts";
import { decideAct, modeThatAllows, type Act, type PermissionMode } from "./permissions.ts";
import type { PermissionVerdict } from "./tool.ts";

/** One call as it is judged. */
export interface Judged {
  mode: PermissionMode;
  act: Act;
  /** What the call would act on, as the model named it: begins the refusal. */
  subject: string;
  /** Why it is not allowed by itself, as half a sentence; without it the table's own words. */
  why?: string;
  /** What the person would be shown; asked for only when it is needed. */
  request(): Omit<ApprovalRequest, "reason">;
  remember?: () => Promise<void>;
}

/** The decision of the table in the words that the model and the person read. */
export function judge({ mode, act, subject, why, request, remember }: Judged): PermissionVerdict {
  const decision = decideAct(mode, act);
  if (decision.decision === "allow") return { decision: "allow" };
  if (decision.decision === "refuse") {
    const reasons = why === undefined ? decision.why : `${why}, and ${decision.why}`;
    return { decision: "refuse", reason: `refused: ${subject}: ${reasons}.` };
  }
  const reason = why ?? decision.why;
  return {
    decision: "ask",
    request: { ...request(), reason },
    otherwise: `refused: ${subject}: ${reason}. ${nobodyToAsk(act)}`,
    ...(remember === undefined ? {} : { remember }),
  };
}

function nobodyToAsk(act: Act): string {
  const mode = modeThatAllows(act);
  const others =
    mode === null ? "no mode allows it without a question" : `permissions: ${mode} would allow it`;
  return `It needs the person's word, and nobody can be asked here (${others}); tell the person what you would do.`;
}
