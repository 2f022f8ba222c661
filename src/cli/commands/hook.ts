import type { CommandContext } from "../command.ts";
import { readHookLine } from "../hook/hook-line.ts";
import { runHook } from "../hook/run-hook.ts";
import { done } from "../command.ts";

export interface HookGiven {
  host?: string;
  event?: string;
  home?: string;
}

/** `daybook hook`, for those who do not come the short way. */
export async function hook({ host }: CommandContext, given: HookGiven): Promise<number> {
  const options = (["host", "home"] as const).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const line = readHookLine([...options, ...(given.event === undefined ? [] : [given.event])]);
  return line ? runHook(host, line) : done;
}
