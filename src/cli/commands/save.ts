import { DaybookError } from "../../errors/index.ts";
import type { SaveInput } from "../../memory/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { readInput } from "../terminal/read-input.ts";
import { reportSaved } from "./report-saved.ts";

export interface SaveGiven {
  type?: string;
  name?: string;
  description?: string;
  body?: string;
  scope?: string;
  slug?: string;
}

/** `daybook save`: keeps one fact, as said by the person. */
export async function save(context: CommandContext, given: SaveGiven): Promise<number> {
  requireFields(given);
  const daybook = await context.open();
  const body = given.body ?? (await bodyOfInput(context, daybook.settings.limits.bodyBytes));
  const result = await daybook.store.save({
    ...fieldsOf(given),
    ...(body === undefined ? {} : { body }),
    source: "user",
  });
  reportSaved(context, result);
  return done;
}

/** A new memory needs all three; with a slug they may be the ones the memory has. */
function requireFields(given: SaveGiven): void {
  if (given.slug !== undefined) return;
  const missing = (["type", "name", "description"] as const).filter((field) => given[field] === undefined);
  if (missing.length === 0) return;
  const flags = missing.map((field) => `--${field}`).join(", ");
  throw new DaybookError(
    "usage",
    `save needs ${flags}. Example: daybook save --type feedback --name "commit prefix" --description "when writing a commit message" --body "Begin with feat:, fix: or docs:."`,
  );
}

// Empty input stands for "no body given", so that an update from a script without a terminal,
// where standard input is /dev/null, does not wipe the body it has.
async function bodyOfInput(
  { host, terminal }: CommandContext,
  limitBytes: number,
): Promise<string | undefined> {
  if (host.stdin.isTTY === true) terminal.notice("Type the body. Ctrl-D on an empty line ends it.");
  const text = await readInput(host.stdin, limitBytes);
  return text === "" ? undefined : text;
}

function fieldsOf({ type, name, description, scope, slug }: SaveGiven): Omit<SaveInput, "source" | "body"> {
  return {
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(scope === undefined ? {} : { scope }),
    ...(slug === undefined ? {} : { slug }),
  };
}
