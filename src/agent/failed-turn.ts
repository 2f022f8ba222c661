import { DaybookError, messageOf } from "../errors/index.ts";
import type { TurnEnd } from "./events.ts";
import { noUsage } from "./usage.ts";

/** The end of a turn that something other than the model brought down. */
export function failedTurn(error: unknown): TurnEnd {
  const kind = DaybookError.isInstance(error) ? error.code : "internal";
  return {
    type: "turn-end",
    outcome: "failed",
    text: "",
    usage: noUsage(),
    failure: { kind, message: messageOf(error) },
  };
}
