import { createHash } from "node:crypto";

import type { StoragePath } from "../../storage/index.ts";
import { isRecord } from "../../text/index.ts";
import type { PurgePlan } from "./purge-plan.ts";

/** The file beside a project's history in which a purge writes down what it decided, until it is done. */

/** Of each session one file: two purges that were cut short must not lose what the other decided. */
export function purgeFileOf(session: string): string {
  return `purge-${createHash("sha256").update(session).digest("hex").slice(0, 16)}.json`;
}

export function isPurgeFile(name: string): boolean {
  return /^purge-[0-9a-f]{16}\.json$/.test(name);
}

/** The plan in such a file; null for what is none, so that the purge decides anew. */
export function parsePurgePlan(text: string): PurgePlan | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlan(value) ? value : null;
  } catch {
    return null;
  }
}

function isPlan(value: unknown): value is PurgePlan {
  if (!isRecord(value)) return false;
  const { session, records, paths, ids, losing } = value;
  return (
    typeof session === "string" &&
    session !== "" &&
    isRecord(records) &&
    Object.values(records).every((verdict) => verdict === "purge" || isListOf(verdict, isPath)) &&
    isListOf(paths, isPath) &&
    isListOf(ids, isText) &&
    isListOf(losing, isText)
  );
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isPath(value: unknown): value is StoragePath {
  return isText(value) && /^(?:home|project|shared)\/./.test(value);
}
