import type { Usage } from "../models/index.ts";

/** Of a turn that made no request yet; a fresh object, to be added to. */
export function noUsage(): Usage {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
}

/** Whether nothing was used. */
export function isNoUsage({ input, output, cacheRead, cacheWrite }: Usage): boolean {
  return input + output + cacheRead + cacheWrite === 0;
}

/** Adds what one request used. */
export function addUsage(total: Usage, usage: Usage): void {
  total.input += usage.input;
  total.output += usage.output;
  total.cacheRead += usage.cacheRead;
  total.cacheWrite += usage.cacheWrite;
  // A sum is as exact as its parts.
  if (usage.estimated === true) total.estimated = true;
}
