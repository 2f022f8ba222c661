import type { ToolSpec } from "../models/index.ts";
import type { ApprovalRequest } from "./approval.ts";

/** What running a tool can do; permissions are decided from it. */
export type ToolEffect = "read" | "memory" | "write" | "execute";

/** What a running tool is given beside its input. */
export interface ToolContext {
  signal: AbortSignal;
}

/** What goes back to the model. A refusal or a wrong argument is an error result, never a throw. */
export interface ToolOutcome {
  content: string;
  isError: boolean;
  /** One line for the person, e.g. `saved feedback "commit prefix" · undo: /memory undo`. */
  display?: string;
  /** Ids (`scope/slug`) of memories this call saved or read. */
  memories?: string[];
}

/** Whether a call may run: at once, after the person's answer, or not at all. */
export type PermissionVerdict =
  | {
      decision: "allow";
      /** It only looks, though its tool can do more: it may run beside other reading calls. */
      onlyReads?: boolean;
    }
  | {
      decision: "ask";
      request: ApprovalRequest;
      /** The refusal where nobody can be asked: what would allow it. */
      otherwise: string;
      /** Keeps the answer `allow-always`. Fails when it could not be kept. */
      remember?: () => Promise<void>;
    }
  | {
      decision: "refuse";
      /** The sentence that the model and the person read. */
      reason: string;
    };

/** One operation, as the agent loop (and later MCP) presents it. */
export interface Tool<Input = unknown> extends ToolSpec {
  effect: ToolEffect;
  /** Turns the model's input into a value `execute` can trust, or says what was wrong. */
  parse(input: unknown): { ok: true; value: Input } | { ok: false; problem: string };
  /** Decides about one call. Asks nobody and changes nothing. */
  permission(input: Input): PermissionVerdict | Promise<PermissionVerdict>;
  execute(input: Input, context: ToolContext): Promise<ToolOutcome>;
}
