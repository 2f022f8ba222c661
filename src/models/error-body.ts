/** What the body of a refusal says, whoever wrote it. */
export interface ErrorFacts {
  /** "" where there are none: a page of HTML helps nobody. */
  words: string;
  /** The provider's error code or type: `context_length_exceeded`, `overloaded_error`. */
  type?: string;
  /** HTTP status that the body names. */
  status?: number;
  /** Tokens of the model's window, where the server gives that number in a field. */
  window?: number;
}

/**
 * Reads the error out of a parsed body, or out of its text: OpenAI and Anthropic (`error.message`),
 * Ollama (`error` is a text), vLLM (`message` beside `object`), FastAPI (`detail`), Gemini (a list).
 */
export function factsOfErrorBody(body: unknown): ErrorFacts {
  const value = parsed(body);
  if (typeof value === "string") return { words: /^\s*</.test(value) ? "" : value };
  const outer = Array.isArray(value) ? recordOf(value[0]) : recordOf(value);
  if (outer === undefined) return { words: "" };
  const inner = recordOf(parsed(outer["error"])) ?? outer;
  const type = [inner["code"], inner["type"], inner["status"]].find(isName);
  const status = [inner["code"], inner["status"], inner["http_code"]].map(Number).find(isStatus);
  const window = [inner["n_ctx"], outer["n_ctx"]].find(isCount);
  return {
    words: [wordsIn(outer, inner), rawWordsIn(inner)].filter((words) => words !== "").join(": "),
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(window !== undefined && { window }),
  };
}

function wordsIn(outer: Record<string, unknown>, inner: Record<string, unknown>): string {
  const candidates = [
    inner["message"],
    inner["msg"],
    outer["error"],
    outer["message"],
    outer["detail"],
    outer["error_msg"],
  ];
  return candidates.map(wordsOf).find((words) => words !== "") ?? "";
}

/** A router hides what the provider behind it said. */
function rawWordsIn(inner: Record<string, unknown>): string {
  const raw = recordOf(inner["metadata"])?.["raw"];
  return raw === undefined || raw === null ? "" : factsOfErrorBody(raw).words;
}

/** A text, a list of FastAPI's findings, or an error within an error. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(findingOf).filter(Boolean).join("; ");
  const record = recordOf(value);
  return record === undefined ? "" : wordsOf(record["message"] ?? record["msg"]);
}

function findingOf(value: unknown): string {
  const words = wordsOf(value);
  const place = recordOf(value)?.["loc"];
  return words !== "" && Array.isArray(place) ? `${place.join(".")}: ${words}` : words;
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && !/^\d*$/.test(value.trim());
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value < 600;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
