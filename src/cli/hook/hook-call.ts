import { isRecord } from "../../text/index.ts";
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
  /** The person's words: without what a host puts around or before them; of very many their beginning and end. */
  prompt: string;
  /** It may come to nothing: Gemini CLI announces a compaction with every request, and hardly ever makes one. */
  isTentative: boolean;
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
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  return {
    host,
    event: name,
    moment: moments[plain] ?? null,
    session: textIn(given, "session_id") ?? textIn(given, "conversation_id") ?? null,
    folder: textIn(given, "cwd") ?? firstText(given["workspace_roots"]) ?? null,
    prompt: personsWords(promptIn(given["prompt"]), host),
    isTentative: plain === "precompress" && given["trigger"] === "auto",
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

// Enough to search with, and little enough to be searched in time.
const mostCharacters = 19_999;

function personsWords(prompt: string, host: HookHost): string {
  const told = withoutHostBlocks(prompt);
  const words = host === "opencode" ? withoutQuotes(told) : told;
  if (words.length <= mostCharacters) return words;
  const half = (mostCharacters - 1) / 2;
  return `${words.slice(0, half)}\n${words.slice(-half)}`;
}

/** Gemini CLI without a terminal puts what hooks said at the start in front of the prompt. */
function withoutHostBlocks(prompt: string): string {
  let rest = prompt;
  for (;;) {
    const block = /^\s*<hook_context>/.exec(rest);
    const end = block === null ? -1 : rest.indexOf(blockEnd);
    if (end < 0) return rest;
    rest = rest.slice(end + blockEnd.length).trimStart();
  }
}

const blockEnd = "</hook_context>";

/** `opencode run "two words"` hands its argument on with the quotes of a shell, which would make a quotation of it. */
function withoutQuotes(prompt: string): string {
  const [, inner] = /^\s*"([^]*)"\s*$/.exec(prompt) ?? [];
  if (inner === undefined || /(?<!\\)"/.test(inner)) return prompt;
  return inner.replaceAll('\\"', '"');
}

function firstText(list: unknown): string | undefined {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === "string" && first !== "" ? first : undefined;
}

function textIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}
