import { DaybookError } from "../errors/index.ts";

/** The number after `--limit`, from 1; undefined without one. Fails with `usage`. */
export function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new DaybookError("usage", `--limit must be a whole number from 1, not "${text}".`);
}
