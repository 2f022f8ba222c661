import type { Book } from "../../app/index.ts";
import type { RecallReceipt } from "../../events/index.ts";
import { standingWish } from "../../extraction/index.ts";
import { onceReceipt, recallOnce } from "../../recall/index.ts";
import { briefing } from "./briefing.ts";
import { uptimeMs } from "./deadline.ts";
import { contextAnswer, reminderAnswer } from "./hook-answer.ts";
import type { HookCall } from "./hook-call.ts";
import { fingerprint, newHookState, type HookState } from "./hook-state.ts";
import { isKeptSince, wishReminder } from "./pending-wish.ts";
import { recalledText } from "./recalled-text.ts";

/** What a call is answered with, and what is then to be remembered of its session. */
export interface HookAnswer {
  /** One line of JSON, or empty. */
  line: string;
  state: HookState;
  /** Of a prompt for which memories were looked for. */
  receipt?: RecallReceipt;
}

type Opened = Pick<Book, "store" | "search" | "settings" | "host">;

/** Answers one call. May fail as reading memories does. */
export async function answerHook(
  book: Opened,
  { call, state, signal }: { call: HookCall; state: HookState; signal: AbortSignal },
): Promise<HookAnswer> {
  switch (call.moment) {
    case "start":
      return answerStart(book, call, state);
    case "prompt":
      return answerPrompt(book, { call, state, signal });
    case "compacted":
      if (call.isTentative && state.prompts < promptsBetween) return { line: "", state };
      // The host has no ear now; what it has forgotten is told again with the next start or prompt.
      return { line: "", state: { ...state, isCompacted: true, shown: [], bytes: 0, prompts: 0 } };
    case "turn-end":
      return answerTurnEnd(book, call, state);
    case null:
      return { line: "", state };
  }
}

/** Prompts after which a compaction that was only announced is believed: what is then told in vain is little. */
const promptsBetween = 20;

async function answerStart(book: Opened, call: HookCall, state: HookState): Promise<HookAnswer> {
  const text = await briefingWithin(book, call, "");
  const told = fingerprint(text);
  // A session that goes on still has what it was told and brought.
  const goesOn = call.source === "resume" && !state.isCompacted;
  if (goesOn && state.briefing === told) return { line: "", state };
  const kept = goesOn ? state : { ...newHookState, wishAt: call.source === "compact" ? state.wishAt : null };
  return { line: contextAnswer(call, text), state: { ...kept, briefing: told, isCompacted: false } };
}

async function answerPrompt(
  book: Opened,
  { call, state, signal }: { call: HookCall; state: HookState; signal: AbortSignal },
): Promise<HookAnswer> {
  const { settings, store, search, host } = book;
  const { limits } = settings;
  const next = { ...state, prompts: state.prompts + (call.host === "gemini" ? 1 : 0) };
  const parts: string[] = [];
  const fits = (text: string): boolean =>
    contextAnswer(call, [...parts, text].join("\n\n")).length < limits.hookCharacters;
  if (state.wishAt !== null) {
    if (!(await isKeptSince(store, state.wishAt)) && fits(wishReminder)) parts.push(wishReminder);
    next.wishAt = null;
  }
  let receipt: RecallReceipt | undefined;
  if (settings.recall !== "off" && call.prompt.trim() !== "" && call.host !== "cursor") {
    const began = uptimeMs();
    const doors = { index: search, store, limits, now: host.now };
    const earlier = { memories: state.shown, bytes: state.bytes, signal };
    const once = await recallOnce(doors, call.prompt, earlier);
    const recalled = recalledText(once, fits);
    if (recalled.text !== "") parts.push(recalled.text);
    next.shown = [...state.shown, ...recalled.shown];
    next.bytes += recalled.bytes;
    receipt = onceReceipt(once, {
      delivered: new Set(recalled.shown.map(({ id }) => id)),
      earlierBytes: state.bytes,
      ms: Math.round(uptimeMs() - began),
    });
  }
  // Qwen Code without a terminal has no start: its first prompt stands for it.
  const isUntold = state.isCompacted || (call.host === "qwen" && state.briefing === null);
  if (isUntold && call.session !== null) {
    const text = await briefingWithin(book, call, parts.join("\n\n"));
    if (text !== "") parts.unshift(text);
    next.briefing = fingerprint(text);
    next.isCompacted = false;
  }
  if (settings.extract !== "off" && standingWish(call.prompt)) next.wishAt = host.now().toISOString();
  return { line: contextAnswer(call, parts.join("\n\n")), state: next, ...(receipt && { receipt }) };
}

/** What a session is told at its start, in the room that other words leave. */
async function briefingWithin({ store, settings }: Opened, call: HookCall, beside: string): Promise<string> {
  const around = contextAnswer(call, `${beside}\n\n`).length;
  return briefing(store, { size: sizeInJson, most: settings.limits.hookCharacters - around - 1 });
}

function sizeInJson(text: string): number {
  return JSON.stringify(text).length - 2;
}

async function answerTurnEnd(
  { store, settings }: Opened,
  call: HookCall,
  state: HookState,
): Promise<HookAnswer> {
  if (state.wishAt === null || settings.extract === "off") return { line: "", state };
  if (await isKeptSince(store, state.wishAt)) return { line: "", state: { ...state, wishAt: null } };
  const line = call.isHeld ? "" : reminderAnswer(call, wishReminder);
  // Once a wish: what cannot be said now goes along with the next prompt.
  const isTold = line !== "" && line.length < settings.limits.hookCharacters;
  return isTold ? { line, state: { ...state, wishAt: null } } : { line: "", state };
}
