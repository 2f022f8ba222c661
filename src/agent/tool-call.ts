/**
 * One tool call in three stages: *prepare* looks at it and gives either a prepared call or an outcome at
 * once; *execute* runs a prepared call; the caller *finishes* both the same way. So an unknown tool, wrong
 * arguments, a refusal and an unusable call leave by the same door as a result.
 */
import { messageOf } from "../errors/index.ts";
import { problemOfCall, type AssistantMessage, type ToolUseBlock } from "../models/index.ts";
import { nearest } from "../text/index.ts";
import type { Tool, ToolOutcome } from "../tools/index.ts";

const ABORT_GRACE_MS = 100;

/** What *prepare* makes of a call. */
export type PreparedCall =
  | { kind: "prepared"; tool: Tool; input: unknown }
  | { kind: "immediate"; outcome: ToolOutcome };

/** An outcome, and whether the program made it up because the tool did not finish. */
export interface FinishedCall {
  outcome: ToolOutcome;
  synthetic: boolean;
}

/** Decides what becomes of a call, without running it. */
export async function prepareCall(
  call: ToolUseBlock,
  { message, tools }: { message: AssistantMessage; tools: readonly Tool[] },
): Promise<PreparedCall> {
  const unusable = problemOfCall(message, call.id) ?? problemOfCutCall(call, message);
  if (unusable !== undefined) return immediately(unusable);
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) return immediately(unknownTool(call.name, tools));
  try {
    const parsed = tool.parse(call.input);
    if (!parsed.ok) return immediately(`${tool.name}: ${parsed.problem}.`);
    const verdict = await tool.permission(parsed.value);
    if (verdict.decision === "refuse") return immediately(verdict.reason);
    return { kind: "prepared", tool, input: parsed.value };
  } catch (error) {
    return immediately(`${tool.name} failed: ${messageOf(error)}`);
  }
}

/** Runs a prepared call to its end or to the abort; a throw becomes an error result. */
export async function executeCall(
  { tool, input }: Extract<PreparedCall, { kind: "prepared" }>,
  signal: AbortSignal,
): Promise<FinishedCall> {
  const running = tool.execute(input, { signal }).then(
    (outcome) => ({ outcome, synthetic: false }),
    (error: unknown) => ({ outcome: failure(`${tool.name} failed: ${messageOf(error)}`), synthetic: false }),
  );
  // A change of memory is short and all or nothing: better to know how it ended.
  if (tool.effect === "memory") return running;
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
