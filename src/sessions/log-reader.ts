import type { DamageKind } from "./damage.ts";
import { createLineSplitter, type RawLine } from "./line-splitter.ts";
import { readLine, readWhole, type ReadRecord } from "./read-line.ts";
import type { LoggedRecord } from "./record.ts";

/** What a log holds, in order. */
export type LogEntry =
  | {
      kind: "record";
      record: LoggedRecord;
      /** Its JSON, as it stands in the log. */
      text: string;
    }
  /** A record of a type that nobody here knows; kept in the file and passed over. */
  | { kind: "unknown"; n: number; text: string }
  | LogDamage;

/** A place where something is wrong. */
export interface LogDamage {
  kind: "damage";
  damage: DamageKind;
  /** Counted from 1. */
  line: number;
  /** A record was lost or changed here, or may have been. */
  isLoss: boolean;
  /** Number of the last record before it, -1 at the beginning. */
  after: number;
}

/** Reads a log piece by piece, in memory for one line. */
export interface LogReader {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** How a log is read. */
export interface LogReaderOptions {
  onEntry(entry: LogEntry): void;
  /** The bytes begin within the log, at the beginning of a line. */
  isPart?: boolean;
  /** Bytes of a line at most. */
  longestLine?: number;
}

/** Gives every record that can be read and every damage; never fails, whatever the bytes are. */
export function createLogReader({ onEntry, isPart = false, longestLine }: LogReaderOptions): LogReader {
  const reading = new Reading(onEntry, isPart);
  const splitter = createLineSplitter((line) => reading.line(line), longestLine);
  return {
    push: (chunk) => splitter.push(chunk),
    end() {
      splitter.end();
      reading.end();
    },
  };
}

class Reading {
  readonly #onEntry: (entry: LogEntry) => void;
  readonly #isPart: boolean;
  #line = 0;
  /** Number of the last record. */
  #last = -1;
  #lastText = "";
  #hasRecord = false;
  /** Lines were lost since the last record: they explain a gap. */
  #lostLines = false;

  constructor(onEntry: (entry: LogEntry) => void, isPart: boolean) {
    this.#onEntry = onEntry;
    this.#isPart = isPart;
  }

  line({ content, isOpen }: RawLine): void {
    this.#line += 1;
    if (content === null) return this.#damage("longLines", true);
    if (content.length === 0) return;
    const whole = this.#line > 1 ? readWhole(content) : undefined;
    if (whole !== undefined) return this.#record(whole);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const { records, damage } = readLine(bytes, { isFirst: this.#line === 1 && !this.#isPart, isOpen });
    // What was lost stood before what is left of a line, as a stub does.
    for (const { kind, isLoss } of damage) this.#damage(kind, isLoss);
    for (const record of records) this.#record(record);
  }

  end(): void {
    if (!this.#hasRecord && !this.#isPart) this.#damage("missingHeader", false);
  }

  #record({ text, checked }: ReadRecord): void {
    const isKnown = checked.kind === "known";
    const given = isKnown ? checked.record.n : checked.n;
    if (!isKnown && given === undefined) return;
    const isHeader = isKnown && checked.record.type === "session";
    if (!this.#hasRecord && !this.#isPart && !isHeader) this.#damage("missingHeader", false);
    const n = given ?? this.#last + 1;
    if (this.#isRepeated(n, text)) return this.#damage("repeatedRecords", false);
    this.#checkNumber(n);
    this.#hasRecord = true;
    this.#last = Math.max(this.#last, n);
    this.#lastText = text;
    this.#lostLines = false;
    if (!isKnown) return this.#onEntry({ kind: "unknown", n, text });
    const record = checked.record as LoggedRecord;
    if (given === undefined) record.n = n;
    this.#onEntry({ kind: "record", record, text: given === undefined ? JSON.stringify(record) : text });
  }

  #isRepeated(n: number, text: string): boolean {
    return this.#hasRecord && n === this.#last && text === this.#lastText;
  }

  #checkNumber(n: number): void {
    const isBeginning = !this.#hasRecord;
    if (isBeginning && this.#isPart) return;
    // A missing header is told as such.
    const expected = isBeginning ? Math.min(n, 1) : this.#last + 1;
    if (n < expected) this.#damage("repeatedRecords", true);
    else if (n > expected && !this.#lostLines) this.#damage("gaps", true);
  }

  #damage(damage: DamageKind, isLoss: boolean): void {
    if (isLoss) this.#lostLines = true;
    this.#onEntry({ kind: "damage", damage, line: this.#line, isLoss, after: this.#last });
  }
}
