/** A parsed text, or the end of the sentence "It is ...". */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string };

/** No message of the protocol comes near it; what checks messages calls itself for each level. */
const MOST_LEVELS = 500;

/** Parses JSON that a client sent. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(MOST_LEVELS, value))
      return { ok: false, problem: `nested more than ${MOST_LEVELS} levels deep` };
    return { ok: true, value };
  } catch {
    return { ok: false, problem: "not valid JSON" };
  }
}

function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each): unknown[] =>
      typeof each === "object" && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}
