import type { DamageKind, DamageReport } from "./damage.ts";

/** Counts damage along a log: all of it, and what no resume has told yet. */
export class DamageTally {
  readonly #all = new Map<DamageKind, number>();
  readonly #untold = new Map<DamageKind, number>();
  #lines: number[] = [];
  #untoldLines: number[] = [];

  add(kind: DamageKind, line?: number): void {
    for (const counts of [this.#all, this.#untold]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (line === undefined || isHarmless(kind)) return;
    if (this.#lines.at(-1) !== line) this.#lines.push(line);
    if (this.#untoldLines.at(-1) !== line) this.#untoldLines.push(line);
  }

  /** What was met before was told by a resume. */
  tell(): void {
    this.#untold.clear();
    this.#untoldLines = [];
  }

  get report(): DamageReport {
    return Object.fromEntries(this.#all);
  }

  get untold(): DamageReport {
    return Object.fromEntries(this.#untold);
  }

  get lines(): readonly number[] {
    return this.#lines;
  }

  get untoldLines(): readonly number[] {
    return this.#untoldLines;
  }
}

/** Other editors write these, and no word is lost by them. */
function isHarmless(kind: DamageKind): boolean {
  return kind === "byteOrderMark" || kind === "carriageReturns" || kind === "missingHeader";
}
