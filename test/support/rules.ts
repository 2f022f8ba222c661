/** Rules over single files, and over the package as a whole. Pure: facts in, sentences out. */
import { packageOf, packagesLoadedWith } from "./import-graph.ts";
import { roomOf } from "./rooms.ts";
import type { Finding, SourceFile } from "./source-file.ts";

/** Lines from which a file wants a reason, and lines at which it must be split. */
export const fileSize = { warn: 300, fail: 500 } as const;

/** Files over `limit` lines, longest first. */
export function filesLongerThan(limit: number, files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.lines > limit)
    .toSorted((left, right) => right.lines - left.lines)
    .map((file) => `${file.path} has ${file.lines} lines, more than ${limit}`);
}

/** Default exports, module mocks, computed imports; and the environment read outside of `app` and `bin`. */
export function forbiddenPatterns(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...sentences(file, isConfiguration(file.path) ? [] : file.defaultExports, "named exports only"),
    ...sentences(file, file.moduleMocks, "no module mocks: pass a fake in"),
    ...sentences(file, file.computedImports, "write the name out, so that rules can follow it"),
    ...sentences(
      file,
      mayReadEnvironment(file.path) ? [] : file.environmentReads,
      "only app and bin read the environment: take it as an argument",
    ),
  ]);
}

function sentences(file: SourceFile, findings: readonly Finding[], rule: string): string[] {
  return findings.map(({ what, line }) => `${file.path}:${line} has ${what}: ${rule}`);
}

/** Tools demand a default export of their configuration. */
function isConfiguration(path: string): boolean {
  return path.endsWith(".config.ts");
}

function mayReadEnvironment(path: string): boolean {
  const room = roomOf(path);
  return room === undefined || room === "app" || room === "bin" || path.endsWith(".test.ts");
}

/** Shipped files that import what only tests have. */
export function testPackagesShipped(files: readonly SourceFile[]): string[] {
  const forTests = new Set(["vitest", "fast-check", "@copilotkit/aimock"]);
  return files
    .filter((file) => roomOf(file.path) !== undefined && !file.path.endsWith(".test.ts"))
    .flatMap((file) =>
      file.imports
        .filter(({ specifier }) => forTests.has(packageOf(specifier)))
        .map(({ specifier, line }) => `${file.path}:${line} imports ${specifier}: only tests have it`),
    );
}

/** Packages an entry loads at once although `isForbidden` says it must not. */
export function loadedTooEarly(
  entry: string,
  files: readonly SourceFile[],
  isForbidden: (packageName: string) => boolean,
): string[] {
  return [...packagesLoadedWith(entry, files)]
    .filter(([name]) => isForbidden(name))
    .map(([name, chain]) => `${entry} loads ${name} at once: ${chain}`);
}

/** Model SDKs, scanners and schema libraries: each is loaded by the command that needs it. */
export function isHeavyPackage(name: string): boolean {
  return (
    ["@anthropic-ai/sdk", "openai", "ai", "zod"].includes(name) ||
    name.startsWith("@secretlint/") ||
    name.startsWith("@modelcontextprotocol/")
  );
}
