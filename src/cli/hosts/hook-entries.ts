import type { HookEntries } from "./json-editor.ts";
import { shellLine, type Launch } from "./launch.ts";

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
  const commandFor = (event: string): string => shellLine(launch, ["hook", "--host", host, event]);
  return {
    byEvent: Object.fromEntries(events.map((event) => [event, element(commandFor(event))])),
    isOurs: (entry) => isHookOf(entry, host),
  };
}

/** Whether an entry runs daybook's hook, wherever that daybook lies: alone, or as the only one of its group. */
function isHookOf(entry: unknown, host: string): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { command, hooks } = entry as { command?: unknown; hooks?: unknown };
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every((each) => isHookOf(each, host));
  return typeof command === "string" && /daybook/i.test(command) && command.includes(` hook --host ${host} `);
}
