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

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}
