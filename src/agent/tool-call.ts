/**
 * One tool call in three stages: *prepare* looks at it, asks the person where that is needed, and gives either
 * a prepared call or an outcome at once; *execute* runs a prepared call; the caller *finishes* both the same way. So an unknown tool, wrong
 * arguments, a refusal and an unusable call leave by the same door as a result.
 */
import { messageOf } from "../errors/index.ts";
import { problemOfCall, type AssistantMessage, type ToolUseBlock } from "../models/index.ts";
import { nearest } from "../text/index.ts";
import type { Approve, PermissionVerdict, Tool, ToolOutcome } from "../tools/index.ts";

const ABORT_GRACE_MS = 100;

/** What *prepare* makes of a call. */
export type PreparedCall =
  | PermittedCall
  | { kind: "immediate"; outcome: ToolOutcome }
  /** Interrupted before it could start. */
  | { kind: "interrupted" };

/** A call that may run. */
export interface PermittedCall {
  kind: "prepared";
  tool: Tool;
  input: unknown;
  /** It only looks: it may run beside its neighbours. */
  onlyReads: boolean;
  /** For the person: what went wrong beside the call. */
  note?: string;
}

/** An outcome, and whether the program made it up because the tool did not finish. */
export interface FinishedCall {
  outcome: ToolOutcome;
  synthetic: boolean;
}

/** What a call is prepared with. */
export interface CallSetting {
  /** The answer that the call is part of. */
  message: AssistantMessage;
  tools: readonly Tool[];
  /** Left out where nobody can be asked. */
  approve?: Approve;
  signal: AbortSignal;
}

/** Decides what becomes of a call, without running it. */
export async function prepareCall(call: ToolUseBlock, setting: CallSetting): Promise<PreparedCall> {
  const { message, tools, signal } = setting;
  if (signal.aborted) return { kind: "interrupted" };
  const unusable = problemOfCall(message, call.id) ?? problemOfCutCall(call, message);
  if (unusable !== undefined) return immediately(unusable);
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) return immediately(unknownTool(call.name, tools));
  try {
    const parsed = tool.parse(call.input);
    if (!parsed.ok) return immediately(`${tool.name}: ${parsed.problem}.`);
    const verdict = await tool.permission(parsed.value);
    return await settle(verdict, { tool, input: parsed.value, setting });
  } catch (error) {
    return immediately(`${tool.name} failed: ${messageOf(error)}`);
  }
}

async function settle(
  verdict: PermissionVerdict,
  { tool, input, setting }: { tool: Tool; input: unknown; setting: CallSetting },
): Promise<PreparedCall> {
  const { approve, signal } = setting;
  const permitted = { kind: "prepared" as const, tool, input, onlyReads: tool.effect === "read" };
  switch (verdict.decision) {
    case "allow":
      return { ...permitted, onlyReads: permitted.onlyReads || verdict.onlyReads === true };
    case "refuse":
      return immediately(verdict.reason);
    case "ask":
      break;
  }
  if (approve === undefined) return immediately(verdict.otherwise);
  const answer = await unlessAborted(approve(verdict.request, { signal }), signal);
  switch (answer) {
    case "allow":
      return permitted;
    case "allow-always":
      return { ...permitted, ...(await remember(verdict.remember)) };
    case null:
      return { kind: "interrupted" };
    default:
      return immediately(
        `The person refused this (${verdict.request.title}). Do not try it another way; ask what they want instead.`,
      );
  }
}

async function remember(keep: (() => Promise<void>) | undefined): Promise<{ note?: string }> {
  try {
    await keep?.();
    return {};
  } catch (error) {
    return { note: `allowed this time, but not remembered: ${messageOf(error)}` };
  }
}

// The question of a turn that was interrupted is answered by nobody.
function unlessAborted<T>(answering: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(null);
    signal.addEventListener("abort", onAbort, { once: true });
    answering.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}

/** Runs a prepared call to its end or to the abort; a throw becomes an error result. */
export async function executeCall(
  { tool, input }: Pick<PermittedCall, "tool" | "input">,
  signal: AbortSignal,
): Promise<FinishedCall> {
  const running = tool.execute(input, { signal }).then(
    (outcome) => ({ outcome, synthetic: false }),
    (error: unknown) => ({ outcome: failure(`${tool.name} failed: ${messageOf(error)}`), synthetic: false }),
  );
  // A change of memory or of a file is short and all or nothing: better to know how it ended.
  if (tool.effect === "memory" || tool.effect === "write") return running;
  const interrupted = failure("Interrupted by the person before it finished; the result is unknown.");
  return untilAborted(running, { signal, otherwise: { outcome: interrupted, synthetic: true } });
}

/** For a call that an abort kept from starting. */
export function notStarted(): FinishedCall {
  return { outcome: failure("Not run: the person interrupted before it started."), synthetic: true };
}

// Adapters name the cut call; this holds for one that does not.
function problemOfCutCall(call: ToolUseBlock, { content, stop }: AssistantMessage): string | undefined {
  const cut = stop === "max_tokens" || stop === "context_exceeded";
  if (!cut || content.at(-1) !== call) return undefined;
  return "Not run: the answer was cut at its output limit, maybe within this call. Send it again, shorter or in parts.";
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name);
  if (names.length === 0) return `There is no tool "${name}": this session has no tools.`;
  const near = nearest(name, names, 1);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`;
  return `There is no tool "${name}". The tools are ${names.join(", ")}.${hint}`;
}

function immediately(content: string): PreparedCall {
  return { kind: "immediate", outcome: failure(content) };
}

function failure(content: string): ToolOutcome {
  return { content, isError: true };
}

async function untilAborted<T>(
  running: Promise<T>,
  { signal, otherwise }: { signal: AbortSignal; otherwise: T },
): Promise<T> {
  const settled = new AbortController();
  const givenUp = new Promise<T>((resolve) => {
    // A tool that ends itself on the abort has a moment to say how it ended.
    const giveUp = (): void => void setTimeout(() => resolve(otherwise), ABORT_GRACE_MS);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([running, givenUp]);
  } finally {
    settled.abort();
  }
}
