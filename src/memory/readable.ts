import { DaybookError, type ErrorCode } from "../errors/index.ts";

/** What one file or folder may fail with, while all others can be read. */
const OWN_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["io", "unreadable", "unsafe-path"]);

export type Attempt<T> = { ok: true; value: T } | { ok: false; error: DaybookError };

/** Reads something that must not stop the rest from being read; other failures are thrown on. */
export async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    if (!DaybookError.isInstance(error) || !OWN_FAULTS.has(error.code)) throw error;
    return { ok: false, error };
  }
}
