import { randomUUID } from "node:crypto";
import type { Block, Model, Usage } from "../models/index.ts";
import type { From, SessionRecord } from "../sessions/index.ts";
import { estimateTokens } from "../text/index.ts";
import type { FinishedTurn, MemoryCall } from "./conversation.ts";

/** A text that a prompt carried, and where it is from. */
export interface TurnPart {
  text: string;
  from: From;
}

/** A call with what it let the model see, as `scope/slug@version`. */
export interface LoggedCall extends MemoryCall {
  seen: readonly string[];
}

/** What a turn held beside what was said. */
export interface TurnMatter {
  parts: readonly TurnPart[];
  calls: readonly LoggedCall[];
  model: Model | undefined;
}

/** A finished turn of another agent as records of a session. */
export function recordsOfTurn(
  { prompt, answer }: FinishedTurn,
  { parts, calls, model }: TurnMatter,
): SessionRecord[] {
  const said = [promptPart(prompt), ...parts];
  const content = said.map(({ text }) => textBlock(text));
  return [
    { type: "user", content, from: said.map(({ from }) => from) },
    ...calls.flatMap((call) => recordsOfCall(call, model)),
    answerRecord(answer.trim() === "" ? [] : [textBlock(answer)], {
      model,
      stop: "end_turn",
      usage: estimateOf(prompt, answer),
    }),
  ];
}

/** A text block of a message. */
export function textBlock(text: string): Block {
  return { type: "text", text };
}

// What the person said stands apart from what was brought to it: nothing else may be taken for their words. What they
// sent without a word, such as an image, is not known here, and providers take no empty text.
function promptPart(prompt: string): TurnPart {
  return prompt.trim() === ""
    ? { text: "(sent without words)", from: "attachment" }
    : { text: prompt, from: "person" };
}

function recordsOfCall(
  { name, input, content, isError, seen }: LoggedCall,
  model: Model | undefined,
): SessionRecord[] {
  const id = `call_${randomUUID()}`;
  const result = { type: "tool_result", tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  return [
    answerRecord([{ type: "tool_use", id, name, input }], {
      model,
      stop: "tool_use",
      usage: estimateOf("", ""),
    }),
    {
      type: "tool_result",
      content: [result],
      from: ["tool"],
      ...(seen.length === 0 ? {} : { memories: seen }),
    },
  ];
}

function answerRecord(
  content: Block[],
  { model, stop, usage }: { model: Model | undefined; stop: "end_turn" | "tool_use"; usage: Usage },
): SessionRecord {
  const { id, provider } = model?.info ?? { id: "unknown", provider: "unknown" };
  return { type: "assistant", content, model: id, provider, stop, usage };
}

// The other agent knows what it cost; that the answer is whole must be seen here.
function estimateOf(prompt: string, answer: string): Usage {
  const [input, output] = [prompt, answer].map((text) => Math.max(1, estimateTokens(text)));
  return { input: input ?? 1, output: output ?? 1, cacheRead: 0, cacheWrite: 0, estimated: true };
}
