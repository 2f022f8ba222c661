import type { HookCall, HookHost } from "./hook-call.ts";

/** One line of JSON as the host wants context from a hook; empty where it takes none at this event. */
export function contextAnswer({ host, event, moment }: HookCall, text: string): string {
  if (text === "") return "";
  const harmless = text.replaceAll(hostFence, "&lt;");
  if (host !== "cursor") {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: harmless } });
  }
  return moment === "start" ? JSON.stringify({ additional_context: harmless }) : "";
}

// What a host puts around the text must not be ended in it.
const hostFence = /<(?=\s*\/?\s*hook[-_]context)/giu;

/** Hosts whose turn can be prolonged by a word to the model. Gemini CLI would throw the answer away and ask again. */
const canProlong: ReadonlySet<HookHost> = new Set(["claude", "codex", "qwen", "cursor"]);

/** One line of JSON that has the model go on with this reminder; empty where the host has no such way. */
export function reminderAnswer({ host }: HookCall, reminder: string): string {
  if (!canProlong.has(host)) return "";
  return JSON.stringify(
    host === "cursor" ? { followup_message: reminder } : { decision: "block", reason: reminder },
  );
}
