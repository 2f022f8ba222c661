import { faultOfMessages } from "../../test/support/strict-messages.ts";
import type { ContextSource } from "../context/index.ts";
import { defaultLimits } from "../limits/index.ts";
import type {
  AssistantMessage,
  Block,
  Message,
  Model,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from "../models/index.ts";
import type { Tool } from "../tools/index.ts";
import type { AgentOptions } from "./agent.ts";
import { createAgent } from "./create-agent.ts";
import type { SessionRecord } from "../sessions/index.ts";
import type { AgentEvent, TurnEnd } from "./events.ts";

const info: ModelInfo = {
  id: "fake",
  provider: "fake",
  window: 100_000,
  maxOutput: 1_000,
  thinking: true,
  signedThinking: true,
  images: false,
  local: true,
};

/** How a fake model answers one request. */
export type Step = (request: ModelRequest, signal: AbortSignal | undefined) => AsyncIterable<ModelEvent>;

/** Answers the requests in turn and keeps a copy of each as it was sent. */
export function fakeModel(...steps: Step[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    info,
    requests,
    stream(request, options) {
      requests.push(structuredClone(request));
      const step = steps[requests.length - 1];
      if (step === undefined) throw new Error(`no answer for request ${requests.length}`);
      return step(request, options?.signal);
    },
  };
}

/** A whole answer of these blocks. */
export function answer(content: Block[], extra: Partial<AssistantMessage> = {}): Step {
  const calls = content.some((block) => block.type === "tool_use");
  const message: AssistantMessage = {
    role: "assistant",
    content,
    model: "fake",
    stop: calls ? "tool_use" : "end_turn",
    usage: { input: 10, output: 5, cacheRead: 1, cacheWrite: 2 },
    ...extra,
  };
  return async function* () {
    for (const block of content) {
      if (block.type === "text") yield { type: "text-delta", text: String(block["text"]) };
    }
    yield { type: "done", message };
  };
}

/** An answer of one text. */
export const say = (text: string, extra?: Partial<AssistantMessage>): Step =>
  answer([{ type: "text", text }], extra);
/** A tool call. */
export const use = (name: string, input: unknown, id = `call_${name}`): Block => ({
  type: "tool_use",
  id,
  name,
  input,
});

/** A request that fails, after some words or none. */
export function failing(failure: Extract<ModelEvent, { type: "error" }>["failure"], shown = ""): Step {
  return async function* () {
    if (shown !== "") yield { type: "text-delta", text: shown };
    yield { type: "error", failure, message: `it failed: ${failure}.` };
  };
}

/** A tool that knows wrong input (`bad`), a refusal (`forbidden`), and otherwise gives back its input. */
export function echoTool(
  name = "Echo",
  run: Tool["execute"] = async (input) => ({ content: `echo ${JSON.stringify(input)}`, isError: false }),
): Tool {
  return {
    name,
    description: "gives back its input",
    inputSchema: { type: "object" },
    effect: name === "Memory" ? "memory" : "read",
    parse: (input) =>
      typeof input === "object" && input !== null && !("bad" in input)
        ? { ok: true, value: input }
        : { ok: false, problem: "bad is not a field; use text" },
    permission: (input) =>
      typeof input === "object" && input !== null && "forbidden" in input
        ? { decision: "refuse", reason: "refused: not without asking" }
        : { decision: "allow" },
    execute: run,
  };
}

const sources: ContextSource[] = [
  { name: "role", placement: "system", load: async () => ({ text: "You are here." }) },
  { name: "memory-guide", placement: "system", load: async () => ({ text: "GUIDE" }) },
  { name: "index:user", placement: "system", load: async () => ({ text: "INDEX" }) },
  { name: "git", placement: "first-user", load: async () => ({ text: "Branch: main" }) },
];

/** An agent over the fake model, and the records it appended. */
export function agentWith(model: Model, options: Partial<AgentOptions> = {}) {
  const records: SessionRecord[] = [];
  const append = async (record: SessionRecord): Promise<number> => records.push(structuredClone(record)) - 1;
  const agent = createAgent({
    model,
    sources,
    tools: [echoTool()],
    limits: defaultLimits,
    append,
    ...options,
  });
  return { agent, records };
}

/** All events of a turn. */
export async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The last event of a turn. */
export async function endOf(events: AsyncIterable<AgentEvent>): Promise<TurnEnd> {
  const last = (await collect(events)).at(-1);
  if (last?.type !== "turn-end") throw new Error("no turn-end");
  return last;
}

/** The texts of a message. */
export const textsOf = (message: Message | undefined): string[] =>
  message?.content.map((block) => String(block["text"])) ?? [];

/** Where a later request does not begin with all of the one before. */
export function prefixProblems(requests: readonly ModelRequest[]): string[] {
  return requests.flatMap((request, index) => {
    const before = requests[index - 1] ?? request;
    const shared = { ...request, messages: request.messages.slice(0, before.messages.length) };
    const isSame = JSON.stringify(shared) === JSON.stringify(before);
    return isSame ? [] : [`request ${index + 1} changes what request ${index} sent`];
  });
}

/** What the Messages API would refuse, and texts that stand beside results. */
export function requestProblems(request: ModelRequest): string[] {
  const { messages } = request;
  const fault = faultOfMessages(request);
  const problems = fault === undefined ? [] : [fault];
  for (const [index, { content }] of messages.entries()) {
    const results = content.filter(({ type }) => type === "tool_result").length;
    if (results > 0 && results < content.length) problems.push(`text beside results in ${index}`);
  }
  return problems;
}
