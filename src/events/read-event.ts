import { isRecord } from "../text/index.ts";
import type {
  ExtractionOutcome,
  LoggedEvent,
  ReceiptCandidate,
  ReceiptDelivery,
  TokenCount,
} from "./event.ts";

/**
 * Reads lines of a file that anybody may have written to, and any version of daybook: whoever adds up what comes out of
 * here finds every part where its type says, and finite numbers in it. Words of later versions stay as they are.
 */

type Fields = Readonly<Record<string, unknown>>;

/** One line as an event; null for what is none, or lacks what its kind is about. Parts that are none are left out. */
export function readEvent(line: string): LoggedEvent | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value["ts"] !== "string" || typeof value["kind"] !== "string") return null;
    const whole = wholeOf(value);
    // Every part that a reader of this kind goes on with was checked or replaced just now.
    return whole === null ? null : (whole as unknown as LoggedEvent);
  } catch {
    return null;
  }
}

/** Tokens as they stand somewhere; undefined where there are none. */
export function readTokens(value: unknown): TokenCount | undefined {
  if (!isRecord(value)) return undefined;
  return {
    input: countIn(value, "input"),
    output: countIn(value, "output"),
    cacheRead: countIn(value, "cacheRead"),
    cacheWrite: countIn(value, "cacheWrite"),
    ...(value["estimated"] === true ? { estimated: true } : {}),
  };
}

function wholeOf(event: Fields): Fields | null {
  switch (event["kind"]) {
    case "recall":
      return recallOf(event);
    case "extraction":
      return extractionOf(event);
    case "cost":
      return isRecord(event["tokens"]) ? withWords(event, ["purpose", "model", "session"]) : null;
    default:
      return event;
  }
}

function recallOf(event: Fields): Fields | null {
  const { lexical, side, delivered, dropped } = event;
  if (!isRecord(lexical) || !isRecord(side) || !Array.isArray(delivered) || !Array.isArray(dropped))
    return null;
  const [bySearch, bySide] = [lexicalOf(lexical), sideOf(side)];
  if (bySearch === null || bySide === null) return null;
  return {
    ...withWords(event, ["session", "mode"]),
    ...countsIn(event, ["memories", "bytes", "sessionBytes", "ms"]),
    lexical: bySearch,
    side: bySide,
    delivered: delivered.flatMap((one) => deliveryOf(one) ?? []),
    dropped: dropped.filter((one) => isRecord(one) && areWords(one, ["id", "reason"])),
  };
}

function lexicalOf(stage: Fields): Fields | null {
  if ("skipped" in stage) return skippedOf(stage);
  if (!Array.isArray(stage["candidates"])) return null;
  const candidates = stage["candidates"].flatMap((one) => candidateOf(one) ?? []);
  return { ...stage, ...countsIn(stage, ["ms"]), candidates };
}

function sideOf(stage: Fields): Fields | null {
  if ("skipped" in stage) return skippedOf(stage);
  if (!areWords(stage, ["outcome"])) return null;
  const { selected, tokens, ...rest } = withWords(stage, ["failure"]);
  const spent = readTokens(tokens);
  return {
    ...rest,
    ...countsIn(stage, ["offered", "manifestBytes", "unknown", "ms"]),
    model: typeof stage["model"] === "string" ? stage["model"] : "",
    selected: Array.isArray(selected) ? selected.filter((id) => typeof id === "string") : [],
    ...(spent === undefined ? {} : { tokens: spent }),
  };
}

function skippedOf(stage: Fields): Fields | null {
  return areWords(stage, ["skipped"]) ? stage : null;
}

function candidateOf(value: unknown): ReceiptCandidate | null {
  if (!isRecord(value) || typeof value["id"] !== "string") return null;
  const { fields } = value;
  const shares = isRecord(fields) ? Object.keys(fields).map((name) => [name, numberIn(fields, name)]) : [];
  return { id: value["id"], score: numberIn(value, "score"), fields: Object.fromEntries(shares) };
}

function deliveryOf(value: unknown): ReceiptDelivery | null {
  if (!isRecord(value)) return null;
  const { id, version, by, cut } = value;
  if (typeof id !== "string" || typeof version !== "string") return null;
  return {
    id,
    version,
    by: by === "side-query" ? by : "lexical",
    bytes: countIn(value, "bytes"),
    cut: cut === true,
  };
}

function extractionOf(event: Fields): Fields | null {
  if (!Array.isArray(event["items"])) return null;
  const { tokens, ...rest } = withWords(event, ["mode", "skipped", "answer", "failure", "model"]);
  const spent = readTokens(tokens);
  return {
    ...rest,
    ...countsIn(event, ["upto", "secrets", "calls", "ms"]),
    session: typeof event["session"] === "string" ? event["session"] : "",
    items: event["items"].flatMap((one) => outcomeOf(one) ?? []),
    ...(spent === undefined ? {} : { tokens: spent }),
  };
}

function outcomeOf(value: unknown): ExtractionOutcome | null {
  if (!isRecord(value)) return null;
  const to = (["memory", "inbox", "nowhere"] as const).find((place) => place === value["to"]);
  if (to === undefined) return null;
  const op = (["create", "update", "forget"] as const).find((one) => one === value["op"]) ?? "unknown";
  return { ...withWords(value, ["id", "reason"]), op, to };
}

/** Without those of these fields that hold no word. */
function withWords(value: Fields, names: readonly string[]): Fields {
  const odd = names.filter((name) => typeof value[name] !== "string");
  return Object.fromEntries(Object.entries(value).filter(([name]) => !odd.includes(name)));
}

function areWords(value: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function countsIn(value: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, countIn(value, name)]));
}

/** How many; none where that is no count, so that one odd figure spoils no sum. */
function countIn(value: Fields, name: string): number {
  const count = numberIn(value, name);
  return count > 0 && count <= Number.MAX_SAFE_INTEGER ? count : 0;
}

function numberIn(value: Fields, name: string): number {
  const number = value[name];
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}
