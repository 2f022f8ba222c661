import {
  type AssistantMessage,
  type Block,
  isText,
  isToolUse,
  type Message,
  type Model,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
  type StopReason,
  type Usage,
} from "./model.ts";
import type { Script, ScriptTurn } from "./script.ts";
import { sleep as sleepReally } from "./sleep.ts";

/** How a scripted model behaves beside its script. */
export interface ScriptedOptions {
  /** Tokens; 200,000 when absent. */
  window?: number | undefined;
  /** Ends early when the signal aborts. */
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

const TEXT_DELTAS = 4;

/**
 * A model that answers from a script. It has no state: which turn answers is read off the request,
 * so a new process, a resumed session or a second try gets the same answer.
 */
export function createScriptedModel(script: Script, options: ScriptedOptions = {}): Model {
  const info: ModelInfo = {
    id: "scripted",
    provider: "scripted",
    window: options.window ?? 200_000,
    maxOutput: 32_000,
    thinking: true,
    signedThinking: false,
    images: false,
    local: true,
  };
  const sleep = options.sleep ?? sleepReally;
  return {
    info,
    stream: (request, { signal } = {}) => stream({ script, info, request, signal, sleep }),
  };
}

interface Call {
  script: Script;
  info: ModelInfo;
  request: ModelRequest;
  signal: AbortSignal | undefined;
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

async function* stream(call: Call): AsyncGenerator<ModelEvent, void, undefined> {
  const { request, signal, sleep } = call;
  const aborted: ModelEvent = {
    type: "error",
    failure: "aborted",
    message: "Stopped before the answer was complete.",
  };
  const wasStopped = (): boolean => signal?.aborted === true;
  if (wasStopped()) return yield aborted;
  const chosen = choose(call.script, request);
  if ("problem" in chosen) return yield { type: "error", failure: "script", message: chosen.problem };
  const { turn, idPrefix } = chosen;
  if (turn.delayMs !== undefined) await sleep(turn.delayMs, signal);
  const message = messageOf(turn, { idPrefix, model: call.info.id, request });
  for (const event of deltasOf(message)) {
    if (wasStopped()) return yield aborted;
    yield event;
  }
  if (wasStopped()) return yield aborted;
  if (turn.error === undefined) return yield { type: "done", message };
  const partial = message.content.length > 0 && { partial: message.content };
  yield { type: "error", ...turn.error, ...partial };
}

type Chosen = { turn: ScriptTurn; idPrefix: string } | { problem: string };

function choose(script: Script, request: ModelRequest): Chosen {
  const name = script.name ?? "the script";
  const prompt = newestPrompt(request.messages);
  const system = request.system.join("\n\n");
  const side = (script.side ?? [])
    .map((turn, position) => ({ turn, position }))
    .filter(({ turn }) => system.includes(turn.match));
  if (side.length > 0) {
    const fitting = side.find(({ turn }) => fits(turn, prompt));
    if (fitting !== undefined)
      return { turn: fitting.turn, idPrefix: `toolu_script_side_${fitting.position + 1}` };
    const wanted = side.map(({ turn }) => JSON.stringify(turn.when)).join(" or ");
    return { problem: mismatch(`The side answers of ${name} for this query expect`, wanted, prompt) };
  }
  if (request.side === true) return { problem: noSideAnswer(name, system) };
  const number = request.messages.filter(({ role }) => role === "assistant").length + 1;
  const turn = script.turns[number - 1];
  if (turn === undefined) return { problem: tooShort({ name, number, turns: script.turns.length }) };
  if (!fits(turn, prompt))
    return { problem: mismatch(`Turn ${number} of ${name} expects`, JSON.stringify(turn.when), prompt) };
  return { turn, idPrefix: `toolu_script_${number}` };
}

function fits({ when }: ScriptTurn, prompt: string): boolean {
  return when === undefined || prompt.includes(when);
}

function mismatch(who: string, wanted: string, prompt: string): string {
  const characters = [...prompt.replaceAll(/\s+/g, " ").trim()];
  const beginning = characters.length > 200 ? `${characters.slice(0, 200).join("")}…` : characters.join("");
  return `${who} a prompt with ${wanted}, but the newest prompt begins ${JSON.stringify(beginning)}. Change "when", or the order of the turns.`;
}

function tooShort({ name, number, turns }: { name: string; number: number; turns: number }): string {
  const count = turns === 1 ? "1 turn" : `${turns} turns`;
  const before = number === 2 ? "1 assistant message" : `${number - 1} assistant messages`;
  return `${name} has ${count}, but this request holds ${before} and so asks for turn ${number}. Add that turn to the script.`;
}

function noSideAnswer(name: string, system: string): string {
  const beginning = [...system.replaceAll(/\s+/g, " ").trim()].slice(0, 100).join("");
  return `${name} has no side answer for the query that begins ${JSON.stringify(beginning)}. Add one to "side", with a "match" that is part of these words.`;
}

/** All text blocks of the newest user message that has any: what was typed, and what was put beside it. */
function newestPrompt(messages: readonly Message[]): string {
  const newest = messages.findLast(({ role, content }) => role === "user" && content.some(isText));
  return (newest?.content ?? [])
    .filter(isText)
    .map(({ text }) => text)
    .join("\n");
}

function messageOf(
  turn: ScriptTurn,
  { idPrefix, model, request }: { idPrefix: string; model: string; request: ModelRequest },
): AssistantMessage {
  const content: Block[] = [];
  if (turn.thinking) content.push({ type: "thinking", thinking: turn.thinking });
  if (turn.text) content.push({ type: "text", text: turn.text });
  const taken = new Set(
    request.messages.flatMap((message) => message.content.filter(isToolUse).map(({ id }) => id)),
  );
  for (const [position, { name, input }] of (turn.tools ?? []).entries()) {
    const id = freeId(`${idPrefix}_${position + 1}`, taken);
    content.push({ type: "tool_use", id, name, input: structuredClone(input) });
  }
  const stop: StopReason = turn.stop ?? ((turn.tools ?? []).length > 0 ? "tool_use" : "end_turn");
  const last = content.at(-1);
  const isCut = stop === "max_tokens" && last !== undefined && isToolUse(last);
  return {
    role: "assistant",
    content,
    model,
    stop,
    usage: usageOf(turn, request, content),
    ...(isCut && {
      unusable: [{ id: last.id, reason: "This call was cut off by the output limit, so it did not run." }],
    }),
  };
}

/** After a compaction a turn's number may come twice in one conversation; its ids may not. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}_${count}`;
  return id;
}

function usageOf({ usage }: ScriptTurn, request: ModelRequest, content: readonly Block[]): Usage {
  if (usage !== undefined) return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...usage };
  return {
    input: tokensOf([request.system, request.tools, request.messages.map((message) => message.content)]),
    output: tokensOf(content),
    cacheRead: 0,
    cacheWrite: 0,
  };
}

function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
}

function* deltasOf({ content }: AssistantMessage): Generator<ModelEvent> {
  for (const block of content) {
    if (isText(block)) {
      for (const text of pieces(block.text)) yield { type: "text-delta", text };
    } else if (isToolUse(block)) yield { type: "tool-call-start", id: block.id, name: block.name };
    else yield { type: "thinking-delta", text: String(block["thinking"]) };
  }
}

/** A few pieces, cut between characters. */
function pieces(text: string): string[] {
  const characters = [...text];
  const size = Math.ceil(characters.length / TEXT_DELTAS);
  const result: string[] = [];
  for (let at = 0; at < characters.length; at += size) result.push(characters.slice(at, at + size).join(""));
  return result;
}
