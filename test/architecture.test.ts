/** The rules of the house, held against the repository itself. The rules are in `support/`, with tests of their own. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { libraryEntries } from "../scripts/library-entries.ts";
import { danglingImports, importCycles, packagesLoadedWith } from "./support/import-graph.ts";
import { exportProblems, registryMentions } from "./support/manifest.ts";
import { repositoryFiles, repositoryRoot, repositorySources, repositoryText } from "./support/repository.ts";
import { forbiddenImports, roomTable, unknownRooms } from "./support/rooms.ts";
import {
  fileSize,
  filesLongerThan,
  forbiddenPatterns,
  isHeavyPackage,
  loadedTooEarly,
  testPackagesShipped,
} from "./support/rules.ts";

const files = repositoryFiles();
const sources = repositorySources(files);
const manifest: { version: string; peerDependencies: Record<string, string> } = JSON.parse(
  repositoryText("package.json"),
);

function exists(path: string): boolean {
  return existsSync(join(repositoryRoot, path));
}

describe("rooms", () => {
  it("are all in the table", () => {
    expect(unknownRooms(sources, roomTable)).toEqual([]);
  });

  it("import only rooms below them, through their index.ts", () => {
    expect(forbiddenImports(sources, roomTable)).toEqual([]);
  });

  it("are told in docs/architecture.md, in this order", () => {
    const document = repositoryText("docs/architecture.md");
    const told = [...document.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, rooms = ""]) =>
      [...rooms.matchAll(/`(\w+)`/g)].map(([, room]) => room),
    );
    expect(told).toEqual(roomTable);
  });
});

describe("files", () => {
  it("import files that exist", () => {
    expect(danglingImports(sources, exists)).toEqual([]);
  });

  it("do not import one another in a ring", () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it("stay small", () => {
    for (const warning of filesLongerThan(fileSize.warn, sources)) console.warn(`warn: ${warning}`);
    expect(filesLongerThan(fileSize.fail, sources)).toEqual([]);
  });

  it("hold no default export, module mock, computed import or hidden read of the environment", () => {
    expect(forbiddenPatterns(sources)).toEqual([]);
  });

  it("name no registry host", () => {
    expect(registryMentions(files.map((path) => ({ path, text: repositoryText(path) })))).toEqual([]);
  });
});

describe("the package", () => {
  it("exports what exists", () => {
    const knip: { entry: string[] } = JSON.parse(repositoryText("knip.json"));
    expect(exportProblems({ manifest, knip, exists })).toEqual([]);
  });

  it("ships nothing that only tests have", () => {
    expect(testPackagesShipped(sources)).toEqual([]);
  });

  it.each(libraryEntries(manifest))("loads no optional peer with %s", (entry) => {
    const peers = new Set(Object.keys(manifest.peerDependencies));
    const isForbidden = (name: string): boolean => peers.has(name) || isHeavyPackage(name);
    expect(loadedTooEarly(entry, sources, isForbidden)).toEqual([]);
  });

  it("loads no heavy package with the command line", () => {
    expect(loadedTooEarly("src/cli/index.ts", sources, isHeavyPackage)).toEqual([]);
  });

  it("answers --version with no package loaded", () => {
    expect([...packagesLoadedWith("src/bin/daybook.ts", sources)]).toEqual([]);
  });

  it("prints the version of package.json", () => {
    expect(repositoryText("src/bin/version.ts")).toContain(`"${manifest.version}"`);
    const printed = execFileSync(process.execPath, [join(repositoryRoot, "bin/daybook.js"), "--version"]);
    expect(printed.toString()).toBe(`${manifest.version}\n`);
  });
});
