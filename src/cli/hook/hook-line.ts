import { hookHosts, type HookHost } from "./hook-call.ts";
import type { HookLine } from "./run-hook.ts";

/**
 * Reads what stands behind `daybook hook`, tolerantly: a host's settings may be older or newer than this daybook. Null
 * for a host that is not known; undefined for a person who asks for help.
 */
export function readHookLine(words: readonly string[]): HookLine | null | undefined {
  if (words.some((word) => word === "--help" || word === "-h")) return undefined;
  const rest = [...words];
  const given: Record<string, string | undefined> = {};
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    const [, option = "", value] = /^--(host|home)(?:=(.*))?$/s.exec(word) ?? [];
    if (option !== "") given[option] = value ?? rest.shift();
    else if (!word.startsWith("-")) given["event"] ??= word;
  }
  const host = (given["host"] ?? "claude").toLowerCase();
  if (!isHost(host)) return null;
  return { host, event: given["event"], home: given["home"] };
}

function isHost(name: string): name is HookHost {
  return hookHosts.some((host) => host === name);
}
