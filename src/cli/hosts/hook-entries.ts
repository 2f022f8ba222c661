import type { HookEntries } from "./json-entries.ts";
import { shellLine, startsDaybook, wordsOfLine, type Launch } from "./launch.ts";

/** How a host writes a hook. */
export interface HookForm {
  /** As `daybook hook --host` knows it. */
  host: string;
  /** The host's names of the events that daybook listens to. */
  events: readonly string[];
  /** What one element of an event's list looks like. */
  element: (command: string) => unknown;
}

/** Groups of commands, as Claude Code and those that follow it write them; the time limit in their unit. */
export function groupOf(timeout: number, more: Record<string, unknown> = {}): HookForm["element"] {
  return (command) => ({ hooks: [{ ...more, type: "command", command, timeout }] });
}

/** The hooks of a host, one for each event. */
export function hookEntries(launch: Launch, { host, events, element }: HookForm): HookEntries {
  const wordsFor = (event: string): string[] => ["hook", "--host", host, event];
  const isOurs = (command: string): boolean => {
    if (events.some((event) => command === shellLine(launch, wordsFor(event)))) return true;
    const words = wordsOfLine(command, launch.platform) ?? [];
    return events.some((event) => startsDaybook(words, wordsFor(event)));
  };
  return {
    byEvent: Object.fromEntries(events.map((event) => [event, element(shellLine(launch, wordsFor(event)))])),
    isOurs,
    isByHand: (command) => !isOurs(command) && isHookOf(command, host),
  };
}

/** Whether a command that setup did not write runs daybook's hook for this host all the same. */
function isHookOf(command: string, host: string): boolean {
  const option = new RegExp(`\\shook\\s(?:.*\\s)?--host[ =]["']?${host}(?![\\w-])`, "s");
  return /daybook/i.test(command) && option.test(command);
}
