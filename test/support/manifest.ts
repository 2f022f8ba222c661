/** Rules over `package.json` and what lies beside it. Pure: facts in, sentences out. */
import { exportTargets, libraryEntries } from "../../scripts/library-entries.ts";

export interface PackageFacts {
  manifest: unknown;
  knip: { entry: readonly string[] };
  exists: (path: string) => boolean;
}

/** Exports without a source, sources of the library that nobody exports, and entries the unused-code check misses. */
export function exportProblems({ manifest, knip, exists }: PackageFacts): string[] {
  const entries = libraryEntries(manifest);
  const targets = new Set(exportTargets(manifest));
  return entries.flatMap((entry) => {
    const types = entry.replace(/^src\//, "./dist/types/").replace(/\.ts$/, ".d.ts");
    return [
      ...(exists(entry) ? [] : [`package.json exports what ${entry} would build, but there is no such file`]),
      ...(targets.has(types) ? [] : [`package.json exports ${entry} without its types ${types}`]),
      ...(knip.entry.includes(entry) ? [] : [`knip.json does not name the entry ${entry}`]),
    ];
  });
}

/** Files that name a package registry's host: an install must ask the registry its user has set. */
export function registryMentions(files: readonly { path: string; text: string }[]): string[] {
  // Put together here, so that this file does not match itself.
  const host = new RegExp(["registry", "(npmjs|yarnpkg|npmmirror)"].join("\\."));
  // Any address in a lock file is one: `omit-lockfile-registry-resolved` in `.npmrc` keeps them out.
  const resolved = /"resolved":\s*"https?:/;
  return files
    .filter(({ path, text }) => host.test(text) || (path.endsWith("-lock.json") && resolved.test(text)))
    .map(({ path }) => `${path} names a registry host`);
}
