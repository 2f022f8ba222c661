/** The source files behind the `exports` of `package.json`: `./dist/library/x.js` is built from `src/library/x.ts`. */
export function libraryEntries(manifest: unknown): string[] {
  return exportTargets(manifest)
    .filter((target) => target.endsWith(".js"))
    .map((target) => target.replace(/^\.\/dist\//, "src/").replace(/\.js$/, ".ts"));
}

/** Every file that `exports` names, as written. */
export function exportTargets(manifest: unknown): string[] {
  if (typeof manifest !== "object" || manifest === null || !("exports" in manifest)) return [];
  return stringsIn(manifest.exports);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
