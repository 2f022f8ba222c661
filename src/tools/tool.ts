import type { ToolSpec } from "../models/index.ts";

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

/** `allow`, or `refuse` with the sentence that the model and the person read. */
export type PermissionVerdict = { decision: "allow" } | { decision: "refuse"; reason: string };

/** One operation, as the agent loop (and later MCP) presents it. */
export interface Tool<Input = unknown> extends ToolSpec {
  effect: ToolEffect;
  /** Turns the model's input into a value `execute` can trust, or says what was wrong. */
  parse(input: unknown): { ok: true; value: Input } | { ok: false; problem: string };
  permission(input: Input): PermissionVerdict | Promise<PermissionVerdict>;
  execute(input: Input, context: ToolContext): Promise<ToolOutcome>;
}
