/** What builders read: every export says what it is for. */
import { describe, expect, it } from "vitest";
import { libraryEntries } from "../scripts/library-entries.ts";
import { exportedSymbols, type ExportedSymbol } from "./support/exported-symbols.ts";
import { repositoryText } from "./support/repository.ts";

const known = new Map<string, ExportedSymbol[]>();
const entries = libraryEntries(JSON.parse(repositoryText("package.json")));

describe("the library", () => {
  it.each(entries)("%s says of each of its exports what it means", (entry) => {
    const symbols = exportedSymbols(entry, repositoryText, known);
    expect(symbols.length).toBeGreaterThan(0);
    const silent = symbols.filter(({ doc }) => doc === null || doc.length < 15);
    expect(silent.map(({ name, path }) => `${name} (${path})`)).toEqual([]);
  });
});
