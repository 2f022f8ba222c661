import { join } from "node:path";
import { isTemporaryName } from "../../storage/index.ts";
import type { Scope } from "../types.ts";
import { finding, type Finding } from "./finding.ts";

/** How editors, merges and sync tools name what they keep beside a file: a backup, a lock, half of a new text. */
const strayNames: readonly RegExp[] = [
  /~$/,
  /^#.+#$/,
  /^\.#./,
  /^\..+\.sw[a-z]$/i,
  /^\.(?:goutputstream-|fuse_hidden|nfs[0-9a-f])/,
  /\.md\.(?:daybook-)?(?:tmp|temp|bak|backup|orig|old|rej|save|part|swp)(?:[-._\d].*)?$/i,
  /\.md(?:___jb_\w+___|\.sb-[\w-]+|\.\d+)$/,
];

/**
 * Files beside memories that another program seems to have left. They may hold the only copy of a person's words, so
 * they are told and never removed; what bears the name of daybook's own half-made files is judged with the disk.
 */
export function checkStrays(
  kinds: ReadonlyMap<string, string>,
  { scope, absolute }: { scope: Scope; absolute: string },
): Finding[] {
  return [...kinds]
    .filter(([name, kind]) => (kind === "file" || kind === "link") && isStray(name))
    .map(([name]) =>
      finding("leftover", {
        scope,
        file: join(absolute, name),
        message: `${name} looks like what an editor or another tool left; daybook passes it over.`,
        remedy: "See whether it holds words that are nowhere else, then delete it by hand.",
      }),
    );
}

function isStray(name: string): boolean {
  return !isTemporaryName(name) && strayNames.some((form) => form.test(name));
}
