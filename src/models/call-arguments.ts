import { isTooDeep } from "./json-text.ts";

/** What servers write before the arguments are known, or where there are none. */
const PLACEHOLDERS = new Set(["{}", "null"]);
const LONGEST_PLACEHOLDER = 16;

/**
 * The arguments of a call as they come, piece by piece. Every character is looked at once, however many
 * pieces ask whether the arguments are complete: only what looks complete is parsed.
 */
export class CallArguments {
  text = "";
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #hasBegun = false;
  /** The first value has ended, and nothing but blanks came after it. */
  #isClosed = false;

  /** Nothing but blanks so far. */
  get isBlank(): boolean {
    return !this.#hasBegun;
  }

  /** They can be read as they are; whatever came now would be too much. */
  get isComplete(): boolean {
    if (!this.#hasBegun) return false;
    return (this.#isClosed || this.text.length <= LONGEST_PLACEHOLDER) && inputOf(this.text) !== undefined;
  }

  get isPlaceholder(): boolean {
    return this.text.length <= LONGEST_PLACEHOLDER && PLACEHOLDERS.has(this.text.trim());
  }

  /**
   * Adds a piece. Complete arguments are replaced by complete ones, since some send all that is known
   * each time, and a placeholder by whatever follows; a placeholder after arguments says nothing.
   */
  add(piece: string): void {
    if (PLACEHOLDERS.has(piece.trim()) && this.isComplete) return;
    if (this.#hasBegun && piece.trim() !== "" && (this.isPlaceholder || this.#isRepeatedBy(piece)))
      this.replace(piece);
    else this.#append(piece);
  }

  replace(text: string): void {
    this.text = "";
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#hasBegun = false;
    this.#isClosed = false;
    this.#append(text);
  }

  #isRepeatedBy(piece: string): boolean {
    return this.#isClosed && this.isComplete && isWholeObject(piece);
  }

  #append(piece: string): void {
    this.text += piece;
    for (const unit of piece) this.#step(unit);
  }

  #step(unit: string): void {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (unit === "\\") this.#isEscaped = true;
      else if (unit === '"') {
        this.#isInText = false;
        this.#isClosed = this.#depth === 0;
      }
      return;
    }
    if (unit === " " || unit === "\n" || unit === "\r" || unit === "\t") return;
    this.#hasBegun = true;
    this.#isClosed = false;
    if (unit === '"') this.#isInText = true;
    else if (unit === "{" || unit === "[") this.#depth += 1;
    else if (unit === "}" || unit === "]") {
      this.#depth -= 1;
      this.#isClosed = this.#depth === 0;
    }
  }
}

/** Whether the text is all of some arguments, and not merely none. */
export function isWholeObject(text: string): boolean {
  const trimmed = text.trim();
  return /^[{"]/.test(trimmed) && /[}"]$/.test(trimmed) && inputOf(trimmed) !== undefined;
}

/**
 * The arguments; undefined when they are no JSON object, or one so deep that nothing could be done with it.
 * Some servers write no arguments as null, others encode twice.
 */
export function inputOf(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "null") return {};
  const value = parsed(trimmed);
  return recordIn(typeof value === "string" ? parsed(value) : value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordIn(value: unknown): Record<string, unknown> | undefined {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord && !isTooDeep(value) ? (value as Record<string, unknown>) : undefined;
}
