import { randomUUID } from "node:crypto";
import type { Extraction } from "../extraction/index.ts";
import type { Block, Model, Usage } from "../models/index.ts";
import type { RecallConversation, RecalledPart } from "../recall/index.ts";
import type { SessionRecord, SessionStore } from "../sessions/index.ts";
import { estimateTokens } from "../text/index.ts";
import type { FinishedTurn } from "./conversation.ts";
import type { MemoryCall } from "./memory-tools.ts";

/** What of another agent's conversation is known: which memories it holds, and the session that its turns become. */
export interface TurnLog {
  /** Of the session. */
  readonly id: string;
  /** What recall goes by. */
  messages(): RecallConversation["messages"];
  /** A new turn begins with these memories. */
  begin(parts: readonly RecalledPart[]): void;
  /** More of them came while it runs. */
  addRecalled(parts: readonly RecalledPart[]): void;
  /** A memory tool was called; `seen` as `scope/slug@version`. */
  addCall(call: MemoryCall, seen: readonly string[]): void;
  /** Records the turn and has it read. Fails as an append to a log does. */
  end(turn: FinishedTurn): Promise<void>;
  close(): Promise<void>;
}

export interface TurnLogOptions {
  sessions: Pick<SessionStore, "create">;
  cwd: string;
  extraction: Extraction;
  /** Reads finished turns; without one they are only recorded. */
  model?: Model;
}

/** The log of a conversation of which only prompts, answers and memory are known. Nothing is on disk before its first turn has ended. */
export function createTurnLog({ sessions, cwd, extraction, model }: TurnLogOptions): TurnLog {
  const log = sessions.create(cwd);
  const followed =
    model === undefined
      ? null
      : extraction.follow({
          get id() {
            return log.id;
          },
          append: log.append,
          isResumed: false,
          model: () => model.info,
        });
  const append = followed?.append ?? log.append;
  const shown: RecallConversation["messages"][number][] = [];
  let current = newTurn();

  function addRecalled(parts: readonly RecalledPart[]): void {
    if (parts.length === 0) return;
    current.parts.push(...parts);
    shown.push({ content: parts.map(({ text }) => textBlock(text)), from: parts.map(({ from }) => from) });
  }

  return {
    get id() {
      return log.id;
    },
    messages: () => shown,
    begin(parts) {
      current = newTurn();
      addRecalled(parts);
    },
    addRecalled,
    addCall(call, seen) {
      current.calls.push({ ...call, seen });
      shown.push({ content: [], memories: seen });
    },
    async end(turn) {
      const records = recordsOf(turn, { ...current, model });
      current = newTurn();
      let begin: number | undefined;
      for (const record of records) {
        const n = await append(record);
        begin ??= n;
      }
      if (model !== undefined && begin !== undefined) followed?.turnEnded({ begin, model });
    },
    async close() {
      followed?.close();
      await log.close();
    },
  };
}

interface CurrentTurn {
  parts: RecalledPart[];
  calls: (MemoryCall & { seen: readonly string[] })[];
}

function newTurn(): CurrentTurn {
  return { parts: [], calls: [] };
}

// What the person said stands apart from what was brought to it: nothing else may be taken for their words.
function recordsOf(
  { prompt, answer }: FinishedTurn,
  { parts, calls, model }: CurrentTurn & { model: Model | undefined },
): SessionRecord[] {
  const content = [textBlock(prompt), ...parts.map(({ text }) => textBlock(text))];
  return [
    { type: "user", content, from: ["person", ...parts.map(({ from }) => from)] },
    ...calls.flatMap((call) => recordsOfCall(call, model)),
    answerRecord([textBlock(answer)], { model, stop: "end_turn", usage: estimateOf(prompt, answer) }),
  ];
}

function recordsOfCall(
  { name, input, content, isError, seen }: CurrentTurn["calls"][number],
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

function textBlock(text: string): Block {
  return { type: "text", text };
}
