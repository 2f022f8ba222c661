import type { DaybookOptions, OpenDaybook } from "./daybook.ts";

/**
 * Opens the memory of a person for a project; makes nothing on disk. A home or a project that cannot be opened
 * fails with `invalid`, `not-found` or `io`.
 */
export async function openDaybook(options: DaybookOptions = {}): Promise<OpenDaybook> {
  // Loaded here: importing the package must cost next to nothing.
  const { composeDaybook } = await import("./compose-daybook.ts");
  return composeDaybook(options);
}
