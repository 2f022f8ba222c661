/** Which file leads to which, and questions over that. Pure: files in, sentences out. */
import { posix } from "node:path";
import type { ImportSite, SourceFile } from "./source-file.ts";

/** The repository path a relative specifier means, or undefined for a package. */
export function targetOf(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Imports that name no file of the repository: a missing file, or a wrong extension. */
export function danglingImports(files: readonly SourceFile[], exists: (path: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier, line }) => {
      const target = targetOf(file.path, specifier);
      return target === undefined || exists(target)
        ? []
        : [`${file.path}:${line} imports ${specifier}, which is no file`];
    }),
  );
}

/** Every ring of files that import one another, named once, from its alphabetically first file. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(files.map((file) => [file.path, neighbours(file)]));
  const done = new Set<string>();
  const cycles = new Set<string>();

  function walk(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.add(ringName(trail.slice(start)));
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  }

  for (const path of edges.keys()) walk(path, []);
  return [...cycles].toSorted();
}

function ringName(ring: readonly string[]): string {
  const first = ring.toSorted()[0] ?? "";
  const start = ring.indexOf(first);
  return [...ring.slice(start), ...ring.slice(0, start), first].join(" -> ");
}

/** Packages that are loaded together with `entry`, each with the chain of files that leads to it. */
export function packagesLoadedWith(entry: string, files: readonly SourceFile[]): Map<string, string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const chains = new Map([[entry, entry]]);
  const packages = new Map<string, string>();
  // A Map may grow while it is walked: files found on the way are visited too.
  for (const [path, chain] of chains) {
    const file = byPath.get(path);
    if (!file) continue;
    for (const site of file.imports.filter(isLoadedAtOnce)) {
      const target = targetOf(path, site.specifier);
      if (target === undefined) packages.set(packageOf(site.specifier), `${chain} -> ${site.specifier}`);
      else if (!chains.has(target)) chains.set(target, `${chain} -> ${target}`);
    }
  }
  return packages;
}

function isLoadedAtOnce(site: ImportSite): boolean {
  return site.kind === "static";
}

/** `@scope/name` or `name` of a specifier; built-in modules keep their `node:`. */
export function packageOf(specifier: string): string {
  const segments = specifier.split("/");
  return segments.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

function neighbours(file: SourceFile): string[] {
  return file.imports.flatMap(({ specifier }) => targetOf(file.path, specifier) ?? []);
}
