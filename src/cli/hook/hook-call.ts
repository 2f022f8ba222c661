/** What another agent called its hook with, as far as it could be made out. */
export interface HookCall {
  host: HookHost;
  /** The event as the host writes it, for the answer. */
  event: string;
  moment: Moment | null;
  /** Null where the host names none: nothing is then remembered of the session. */
  session: string | null;
  /** Absolute; null where the host names none. */
  folder: string | null;
  prompt: string;
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`. */
  source: string;
  /** The turn goes on already because of a hook, or did not end by itself: nothing may prolong it. */
  isHeld: boolean;
}

/** What an event means here. */
export type Moment = "start" | "prompt" | "compacted" | "turn-end";

export const hookHosts = ["claude", "codex", "gemini", "qwen", "cursor", "opencode"] as const;
export type HookHost = (typeof hookHosts)[number];

// Each host has its own names; none of them means two things.
const moments: Readonly<Record<string, Moment>> = {
  sessionstart: "start",
  userpromptsubmit: "prompt",
  beforeagent: "prompt",
  beforesubmitprompt: "prompt",
  precompact: "compacted",
  postcompact: "compacted",
  precompress: "compacted",
  stop: "turn-end",
  afteragent: "turn-end",
};

/** Makes a call of what stands on the command line and what came on standard input; whatever is odd in it is left out. */
export function readHookCall(
  { host, event }: { host: HookHost; event: string | undefined },
  input: unknown,
): HookCall {
  const given = isRecord(input) ? input : {};
  const name = event ?? textIn(given, "hook_event_name") ?? "";
  return {
    host,
    event: name,
    moment: moments[name.toLowerCase().replaceAll(/[^a-z]/g, "")] ?? null,
    session: textIn(given, "session_id") ?? textIn(given, "conversation_id") ?? null,
    folder: textIn(given, "cwd") ?? firstText(given["workspace_roots"]) ?? null,
    prompt: promptIn(given["prompt"]),
    source: textIn(given, "source") ?? "startup",
    isHeld: isHeld(given),
  };
}

function isHeld({ stop_hook_active: active, loop_count: loops, status }: Record<string, unknown>): boolean {
  return (
    active === true || (typeof loops === "number" && loops > 0) || (status ?? "completed") !== "completed"
  );
}

/** A prompt may be a text or a list of parts. */
function promptIn(prompt: unknown): string {
  if (typeof prompt === "string") return prompt;
  if (!Array.isArray(prompt)) return "";
  return (prompt as unknown[])
    .flatMap((part) => (typeof part === "string" ? part : isRecord(part) ? (textIn(part, "text") ?? []) : []))
    .join("\n");
}

function firstText(list: unknown): string | undefined {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === "string" && first !== "" ? first : undefined;
}

function textIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
