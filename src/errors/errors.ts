/** Every reason daybook fails for. Programs branch on these, so the list is closed. */
export type ErrorCode =
  /** The call itself is wrong: an unknown option, a missing argument. Exit code 2. */
  | "usage"
  /** A value breaks a rule: a blank name, a body over its limit, an unknown type. */
  | "invalid"
  /** What was named does not exist. */
  | "not-found"
  /** A bare slug lives in both scopes; the message names both. */
  | "ambiguous"
  /** The thing changed since the caller read it. */
  | "conflict"
  /** The secret gate refused the text. */
  | "secret"
  /** A path would leave its root. */
  | "unsafe-path"
  /** Shared memory that nobody here has read and trusted yet. */
  | "untrusted"
  /** Someone else holds the lock; `data.holder` says who. */
  | "locked"
  /** The disk is full or a quota is reached. Old files are whole. */
  | "no-space"
  /** The operating system refused: permissions, a read-only disk, an I/O fault. */
  | "io"
  /** A file holds bytes that are not text; it is left as it is. */
  | "unreadable"
  /** The person stopped it. */
  | "aborted"
  /** No model is set up, or its name is unknown. */
  | "no-model"
  /** The model's server refused or failed; `data` holds status and kind. */
  | "model"
  /** A defect in daybook. */
  | "internal";

/** What an error carries beside its sentence. */
export interface ErrorDetails {
  cause?: unknown;
  /** Facts for programs; never a secret, never a whole body. */
  data?: Record<string, unknown>;
}

// A registered symbol, so that two copies of the package still know each other's errors.
const MARK = Symbol.for("daybook.error");

/** The one error family: a closed code, a sentence for its reader, facts in `data`. */
export class DaybookError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;
  readonly [MARK] = true;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "DaybookError";
    this.code = code;
    this.data = details.data ?? {};
  }

  /** `instanceof` knows the errors of every copy too: the entries of this package are copies of one another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that builds on this one has its own.
    return this === DaybookError
      ? DaybookError.isInstance(value)
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  static isInstance(value: unknown): value is DaybookError {
    return typeof value === "object" && value !== null && MARK in value;
  }
}

/** The sentence of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The operating system's code (`ENOENT`, `ENOSPC`) of a thrown value, if it has one. */
export function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
