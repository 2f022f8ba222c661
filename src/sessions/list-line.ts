import type { Unnumbered } from "./check-record.ts";
import { readLine } from "./read-line.ts";

/** What a line tells a list. */
export interface ListLine {
  records: Unnumbered[];
  /** Something may be lost here. */
  isDamaged: boolean;
}

/**
 * The records of a line. A message as daybook writes it is taken as it was parsed: bringing every field into form
 * costs more than reading it. All else is left to the reader of conversations, which survives anything.
 */
export function readListLine(line: Buffer): ListLine {
  const message = plainMessage(line);
  if (message !== null) return { records: [message], isDamaged: false };
  const { records, damage } = readLine(line, { isFirst: true, isOpen: false });
  return {
    records: records.flatMap(({ checked }) => (checked.kind === "known" ? [checked.record] : [])),
    isDamaged: records.length === 0 && damage.some(({ isLoss }) => isLoss),
  };
}

const types = new Set(["user", "assistant", "tool_result"]);

function plainMessage(line: Buffer): Unnumbered | null {
  try {
    const value = JSON.parse(line.toString("utf8")) as Partial<Record<string, unknown>> | null;
    const isPlain =
      types.has(String(value?.["type"])) &&
      typeof value?.["ts"] === "string" &&
      Array.isArray(value["content"]) &&
      (value["type"] === "assistant" || Array.isArray(value["from"]));
    return isPlain ? (value as unknown as Unnumbered) : null;
  } catch {
    return null;
  }
}
