import type { TurnEnd, TurnFailure } from "../../agent/index.ts";
import type { ErrorCode } from "../../errors/index.ts";
import type { ModelFailure, StopReason, Usage } from "../../models/index.ts";

/** What `-p --output json` prints: a contract with other programs. */
export interface JsonAnswer {
  text: string;
  usage: Usage;
  /** Id of the session's log. */
  session: string | null;
  /** Ids of the memories that were used. */
  memories: string[];
  stop: StopReason;
}

/** What a turn's end does not tell of its answer. */
export type UsedBeside = Pick<JsonAnswer, "session" | "memories">;

/** The answer, or what goes to standard error in its place. */
export type JsonOutcome =
  | { ok: true; value: JsonAnswer }
  | { ok: false; error: { code: ErrorCode; message: string } };

/** A turn's end as other programs read it. */
export function jsonAnswer(end: TurnEnd | null, used: UsedBeside): JsonOutcome {
  switch (end?.outcome) {
    case "answered":
      return answered(end, { stop: "end_turn", ...used });
    case "max-tokens":
      return answered(end, { stop: "max_tokens", ...used });
    case "refused":
      return answered(end, { stop: "refusal", ...used });
    case "aborted":
      return {
        ok: false,
        error: { code: "aborted", message: "Interrupted before the answer was complete." },
      };
    default: {
      const { kind = "internal", message = "The turn ended without an answer." } = end?.failure ?? {};
      return { ok: false, error: { code: codeOf(kind), message } };
    }
  }
}

function answered(
  { text, usage }: TurnEnd,
  { session, memories, stop }: UsedBeside & Pick<JsonAnswer, "stop">,
): JsonOutcome {
  return { ok: true, value: { text, usage, session, memories, stop } };
}

const ofTheModel: Readonly<Record<Exclude<ModelFailure, "aborted"> | "too-many-rounds", true>> = {
  unreachable: true,
  unauthorized: true,
  "unknown-model": true,
  "rate-limited": true,
  overloaded: true,
  "too-long": true,
  "bad-request": true,
  "cut-stream": true,
  server: true,
  script: true,
  "too-many-rounds": true,
};

function codeOf(kind: TurnFailure): ErrorCode {
  return isOfTheModel(kind) ? "model" : kind;
}

function isOfTheModel(kind: TurnFailure): kind is keyof typeof ofTheModel {
  return Object.hasOwn(ofTheModel, kind);
}
