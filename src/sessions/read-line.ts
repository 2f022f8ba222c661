import { isUtf8 } from "node:buffer";

import { checkRecord, type CheckedRecord } from "./check-record.ts";
import type { DamageKind } from "./damage.ts";
import { recoverRecords } from "./recover-records.ts";

/** A record and the text that it was read from. */
export interface ReadRecord {
  text: string;
  checked: Exclude<CheckedRecord, { kind: "wrong" }>;
}

/** What was wrong with a line. */
export interface LineDamage {
  kind: DamageKind;
  /** A record may have been lost here. */
  isLoss: boolean;
}

/** What one line holds. */
export interface ReadLine {
  records: ReadRecord[];
  damage: LineDamage[];
}

const CARRIAGE_RETURN = 13;
const byteOrderMark = Buffer.from("\ufeff");

/** Reads one line; never fails. `isOpen`: nothing ended it, so that its end may be missing. */
export function readLine(
  bytes: Buffer,
  { isFirst, isOpen }: { isFirst: boolean; isOpen: boolean },
): ReadLine {
  const damage: LineDamage[] = [];
  let line = bytes;
  if (isFirst && line.subarray(0, byteOrderMark.length).equals(byteOrderMark)) {
    damage.push({ kind: "byteOrderMark", isLoss: false });
    line = line.subarray(byteOrderMark.length);
  }
  if (line.at(-1) === CARRIAGE_RETURN) {
    damage.push({ kind: "carriageReturns", isLoss: false });
    line = line.subarray(0, -1);
  }
  const text = line.toString("utf8");
  const whole = readRecord(text);
  if (whole === undefined) return readDamaged(text, { isOpen, damage });
  // Only where the text shows the character that stands for broken ones are the bytes looked at.
  if (text.includes("\ufffd") && !isUtf8(line)) damage.push({ kind: "badText", isLoss: true });
  return { records: [whole], damage };
}

/** The short way for a line with nothing wrong in it, as almost all are; undefined when it must be looked at closely. */
export function readWhole(line: string | Buffer): ReadRecord | undefined {
  const text = typeof line === "string" ? line : line.toString("utf8");
  return text.endsWith("}") && !text.includes("\ufffd") ? readRecord(text) : undefined;
}

function readDamaged(text: string, { isOpen, damage }: { isOpen: boolean; damage: LineDamage[] }): ReadLine {
  const records: ReadRecord[] = [];
  const runs = text.match(/\0+/g)?.length ?? 0;
  // A line end within a text of JSON is refused: what lost a part of its words is no record.
  const rest = runs === 0 ? text : text.replaceAll(/\0+/g, "\n");
  for (let run = 0; run < runs; run += 1) damage.push({ kind: "nulRuns", isLoss: true });
  if (rest.trim() === "") return { records, damage };
  const whole = runs === 0 ? undefined : readRecord(rest.trim());
  if (whole !== undefined) return { records: [whole], damage };
  const recovered = recoverRecords(rest, isRecord);
  for (const found of recovered.records) {
    const record = readRecord(found);
    if (record !== undefined) records.push(record);
  }
  if (records.length > 0) damage.push({ kind: "gluedRecords", isLoss: recovered.hasRest });
  // A line that NUL bytes tore is one damage, not two.
  else if (runs === 0) damage.push({ kind: isOpen ? "tornLines" : "badLines", isLoss: true });
  return { records, damage };
}

/** The record of a whole line; undefined when it is none. Other JSON than a record is passed over, as an unknown type. */
function readRecord(text: string): ReadRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const checked = checkRecord(value);
  return checked.kind === "wrong" ? undefined : { text, checked };
}

/** Amid a damaged line only what bears a number counts: contents hold objects with a `type` too. */
function isRecord(value: unknown): boolean {
  const checked = checkRecord(value);
  return checked.kind === "known"
    ? checked.record.n !== undefined
    : checked.kind === "unknown" && checked.n !== undefined;
}
