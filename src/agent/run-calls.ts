import { isToolUse, type AssistantMessage, type ToolUseBlock } from "../models/index.ts";
import type { Approve, Tool } from "../tools/index.ts";
import type { Conversation, Part } from "./conversation.ts";
import type { AgentEvent } from "./events.ts";
import { executeCall, notStarted, prepareCall, type FinishedCall, type PreparedCall } from "./tool-call.ts";

/** What the calls of one answer work with. */
export interface CallsSetting {
  conversation: Conversation;
  tools: readonly Tool[];
  approve?: Approve;
  signal: AbortSignal;
  /** What is to stand behind the last result. */
  loadNotes(): Promise<Part[]>;
  /** Gives the memories that a call saved or read with their versions. */
  see(ids: readonly string[]): Promise<string[]>;
}

const SIDE_BY_SIDE = 10;

interface StartedCall {
  call: ToolUseBlock;
  finished: Promise<FinishedCall>;
}

/**
 * Runs the calls of an answer. Neighbours that only read run side by side, ten at most; any other call waits for those
 * before it and runs alone, so that a change is never seen half done. Results are recorded in the order of
 * the calls, each as soon as it and those before it are there.
 */
export async function* runCalls(
  message: AssistantMessage,
  setting: CallsSetting,
): AsyncGenerator<AgentEvent, void> {
  const calls = message.content.filter(isToolUse);
  const last = calls.at(-1);
  let started: StartedCall[] = [];
  const record = (ended: readonly StartedCall[]) => recordResults(ended, { setting, last });
  for (const call of calls) {
    const { id, name, input } = call;
    yield { type: "tool-start", id, name, input };
    const prepared = await prepareCall(call, { message, ...setting });
    if (prepared.kind === "prepared" && prepared.note !== undefined) {
      yield { type: "note", text: prepared.note };
    }
    if (changesSomething(prepared) || started.length >= SIDE_BY_SIDE) {
      yield* record(started);
      started = [];
    }
    started.push({ call, finished: finish(prepared, setting.signal) });
    if (changesSomething(prepared)) {
      yield* record(started);
      started = [];
    }
  }
  yield* record(started);
}

function changesSomething(prepared: PreparedCall): boolean {
  return prepared.kind === "prepared" && !prepared.onlyReads;
}

async function* recordResults(
  started: readonly StartedCall[],
  { setting, last }: { setting: CallsSetting; last: ToolUseBlock | undefined },
): AsyncGenerator<AgentEvent, void> {
  for (const { call, finished } of started) {
    const { id, name } = call;
    const { outcome, synthetic } = await finished;
    const notes = call === last ? await setting.loadNotes() : [];
    const { content, isError, display } = outcome;
    const memories = await setting.see(outcome.memories ?? []);
    await setting.conversation.addResult({ id, content, isError, synthetic, notes, memories });
    yield { type: "tool-end", id, name, isError, content, ...(display === undefined ? {} : { display }) };
  }
}

async function finish(prepared: PreparedCall, signal: AbortSignal): Promise<FinishedCall> {
  if (prepared.kind === "immediate") return { outcome: prepared.outcome, synthetic: false };
  return prepared.kind === "interrupted" || signal.aborted ? notStarted() : executeCall(prepared, signal);
}
