import {
  assembleContext,
  isMemorySource,
  type AssembledContext,
  type ContextSource,
} from "../context/index.ts";
import { DaybookError, messageOf } from "../errors/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Block, Message, Model, Usage } from "../models/index.ts";
import { systemReminder } from "../text/index.ts";
import type { Approve, Tool } from "../tools/index.ts";
import { Conversation, textBlock, type Part } from "./conversation.ts";
import type { AgentEvent, Append, TurnEnd } from "./events.ts";
import { loadTurnParts, noUsage, runTurn } from "./turn.ts";

/** What a conversation is made of. */
export interface AgentOptions {
  model: Model;
  /** In the order the model sees them, the same for the whole session. */
  tools: readonly Tool[];
  /** A fresh set: sources are loaded once, at the first prompt or when the context is asked for. */
  sources: readonly ContextSource[];
  limits: Pick<Limits, "contextShare">;
  /** `false` makes a sub-agent: no memory guide, no index, no Memory tool. */
  memory?: boolean;
  /** Asks the person before a call that needs their word. Left out: such a call is refused with the reason. */
  approve?: Approve;
  /** Where records go before they are remembered; nowhere when left out. */
  append?: Append;
  /** What was said before, with this or another model; it stands before the first prompt and is not appended. */
  messages?: readonly Message[];
  /** Tokens, where the person knows the window better than the model's table. */
  window?: number;
  /** Requests of one turn at most. */
  maxRounds?: number;
}

/** What goes with one turn. */
export interface RunOptions {
  /** Ends the turn; the conversation stays valid and the next prompt works. */
  signal?: AbortSignal;
  /** Files and outputs that the person put beside the prompt: sent with it, but not their words. */
  attached?: readonly Block[];
}

/** One conversation with a model. */
export interface Agent {
  readonly model: Model["info"];
  /** Runs one turn. Its last event is `turn-end`, also when it failed; one turn at a time. */
  run(prompt: string | readonly Block[], options?: RunOptions): AsyncGenerator<AgentEvent, void>;
  /** What the next request would send, besides the new prompt. */
  messages(): readonly Message[];
  /** What the session began with; computed once. */
  context(): Promise<AssembledContext>;
  /** Of the last request, as the provider counted; null before the first. */
  lastUsage(): Usage | null;
  /** Tokens of the window that shares are computed from. */
  readonly window: number;
}

const MAX_ROUNDS = 100;

/** A new conversation. Nothing is read before the first prompt or the first look at its context. */
export function createAgent(options: AgentOptions): Agent {
  const { model, limits, maxRounds = MAX_ROUNDS, window = model.info.window } = options;
  const withMemory = options.memory !== false;
  const sources = options.sources.filter((source) => withMemory || !isMemorySource(source));
  const tools = options.tools.filter((tool) => withMemory || tool.effect !== "memory");
  const specs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const turnSources = sources.filter((source) => source.placement === "turn");
  const append = options.append ?? (() => Promise.resolve());
  const conversation = new Conversation({ append, model: model.info, messages: options.messages ?? [] });
  let assembling: Promise<AssembledContext> | undefined;
  let system: readonly string[] | undefined;
  let usage: Usage | null = null;
  let pending: Part[] = [];
  let running = false;

  function context(): Promise<AssembledContext> {
    return (assembling ??= assembleContext({ sources, limits, window }).catch((error: unknown) => {
      assembling = undefined;
      throw error;
    }));
  }

  async function recordContext(): Promise<readonly string[]> {
    const { blocks } = await context();
    const texts = blocks.filter((block) => block.placement === "system").map((block) => block.text);
    const { id, provider } = model.info;
    await append({ type: "context", system: texts, tools: specs, model: id, provider });
    return texts;
  }

  async function addPrompt(prompt: readonly Block[], attached: readonly Block[]): Promise<void> {
    const isFirst = conversation.messages.length === 0;
    const { blocks } = await context();
    const before = isFirst ? blocks.filter((block) => block.placement === "first-user") : [];
    const after = [...pending, ...(await loadTurnParts(turnSources))];
    await conversation.addUser(
      [
        ...before.map((block) => textBlock(block.text)),
        ...prompt,
        ...attached,
        ...after.map((part) => textBlock(part.text)),
      ],
      [
        ...before.map((block) => block.source),
        ...prompt.map(() => "person"),
        ...attached.map(() => "attachment"),
        ...after.map((part) => part.from),
      ],
    );
    pending = [];
  }

  async function* turn(
    prompt: readonly Block[],
    { signal, attached }: Required<RunOptions>,
  ): AsyncGenerator<AgentEvent, void> {
    await conversation.settle();
    system ??= await recordContext();
    const messagesBefore = conversation.messages.length;
    await addPrompt(prompt, attached);
    const setting = {
      model,
      tools,
      conversation,
      fixed: { system, tools: specs },
      turnSources,
      maxRounds,
      ...(options.approve === undefined ? {} : { approve: options.approve }),
      signal,
      onUsage: (counted: Usage): void => void (usage = counted),
      onBrokenOff: (note: string): void => void (pending = [{ text: systemReminder(note), from: "note" }]),
    };
    yield* runTurn(setting, messagesBefore);
  }

  async function* run(
    prompt: string | readonly Block[],
    { signal, attached = [] }: RunOptions = {},
  ): AsyncGenerator<AgentEvent, void> {
    if (running) throw new DaybookError("usage", "A turn is running; wait for its end or abort it first.");
    const blocks = typeof prompt === "string" ? [textBlock(prompt)] : prompt;
    if (typeof prompt === "string" ? prompt.trim() === "" : prompt.length === 0) {
      return yield failedTurn(new DaybookError("invalid", "The prompt is empty; say what to do."));
    }
    running = true;
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) stop.abort();
    try {
      yield* turn(blocks, { signal: stop.signal, attached });
    } catch (error) {
      yield failedTurn(error);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      stop.abort();
      // Also when the caller stopped listening in the middle; what cannot be recorded now is settled by the next turn.
      await conversation.settle().catch(() => undefined);
      running = false;
    }
  }

  return {
    model: model.info,
    window,
    run,
    messages: () => conversation.messages,
    context,
    lastUsage: () => usage,
  };
}

function failedTurn(error: unknown): TurnEnd {
  const kind = DaybookError.isInstance(error) ? error.code : "internal";
  return {
    type: "turn-end",
    outcome: "failed",
    text: "",
    usage: noUsage(),
    failure: { kind, message: messageOf(error) },
  };
}
