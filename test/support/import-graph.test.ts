import { describe, expect, it } from "vitest";
import { danglingImports, importCycles, packageOf, packagesLoadedWith } from "./import-graph.ts";
import { readSource } from "./source-file.ts";

describe("importCycles", () => {
  it("finds a ring of any length once, types and on-demand imports included", () => {
    const files = [
      readSource("b.ts", 'import type { C } from "./c.ts";'),
      readSource("a.ts", 'import "./b.ts";'),
      readSource("c.ts", 'await import("./a.ts");'),
      readSource("d.ts", 'import "./a.ts"; import "./d.ts";'),
    ];
    expect(importCycles(files)).toEqual(["a.ts -> b.ts -> c.ts -> a.ts", "d.ts -> d.ts"]);
  });

  it("takes two ways to one file for no ring", () => {
    const files = [
      readSource("a.ts", 'import "./b.ts"; import "./c.ts";'),
      readSource("b.ts", 'import "./c.ts";'),
      readSource("c.ts", ""),
    ];
    expect(importCycles(files)).toEqual([]);
  });
});

describe("packagesLoadedWith", () => {
  it("follows what is loaded at once, and tells the way", () => {
    const files = [
      readSource("a.ts", 'import "./b.ts"; import type { Z } from "zod"; await import("openai");'),
      readSource("b.ts", 'export * from "./c.ts"; import "./a.ts";'),
      readSource("c.ts", 'import "@secretlint/core/deep";'),
    ];
    expect([...packagesLoadedWith("a.ts", files)]).toEqual([
      ["@secretlint/core", "a.ts -> b.ts -> c.ts -> @secretlint/core/deep"],
    ]);
  });
});

describe("danglingImports", () => {
  it("names imports of files that are not there", () => {
    const files = [readSource("src/a/a.ts", 'import "./b.js"; import "yaml"; import "../c/index.ts";')];
    expect(danglingImports(files, (path) => path === "src/c/index.ts")).toEqual([
      "src/a/a.ts:1 imports ./b.js, which is no file",
    ]);
  });
});

describe("packageOf", () => {
  it("cuts paths inside a package", () => {
    expect(["yaml", "yaml/util", "@a/b", "@a/b/c", "node:fs/promises"].map(packageOf)).toEqual([
      "yaml",
      "yaml",
      "@a/b",
      "@a/b",
      "node:fs",
    ]);
  });
});
