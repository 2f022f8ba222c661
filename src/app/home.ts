import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DaybookError } from "../errors/index.ts";
import type { Host } from "./host.ts";

/** Where daybook keeps everything: `--home`, else `DAYBOOK_HOME`, else `~/.agent`. Absolute; need not exist. */
export function resolveHome(host: Host, flag?: string): string {
  if (flag !== undefined && flag.trim() === "") {
    throw new DaybookError("usage", "--home needs a folder, for example --home ~/.agent.");
  }
  const chosen = flag ?? nonEmpty(host.env["DAYBOOK_HOME"]);
  if (chosen === undefined) return join(host.userHome, ".agent");
  // A shell expands `~` in an argument, but not in `--home=~/x` or in a settings file of an editor.
  const expanded = chosen.replace(/^~(?=$|[/\\])/, () => host.userHome);
  return resolve(host.cwd(), expanded);
}

/** Fails with `invalid` when the home is there but can hold nothing: a file, or a link that leads nowhere. */
export async function assertUsableHome(home: string): Promise<void> {
  const [there, target] = await Promise.all([lookAt(lstat, home), lookAt(stat, home)]);
  if (there === null || target?.isDirectory() === true) return;
  const what = target === null ? "a link to a place that does not exist" : "a file, not a folder";
  throw new DaybookError(
    "invalid",
    `daybook's home ${home} is ${what}. Mend it, or choose another with --home.`,
  );
}

// Other refusals (permissions, a file as parent) are told by whoever reads or writes there.
async function lookAt(look: (path: string) => Promise<Stats>, path: string): Promise<Stats | null> {
  return look(path).catch(() => null);
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}
