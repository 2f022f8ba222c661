import { describe, expect, it } from "vitest";
import { exportProblems, registryMentions } from "./manifest.ts";
import {
  filesLongerThan,
  forbiddenPatterns,
  isHeavyPackage,
  loadedTooEarly,
  testPackagesShipped,
} from "./rules.ts";
import { readSource } from "./source-file.ts";

describe("filesLongerThan", () => {
  it("counts lines, with or without a last line end", () => {
    const files = [readSource("a.ts", "\n\n\n"), readSource("b.ts", "\n\n;"), readSource("c.ts", "\n\n\n;")];
    expect(filesLongerThan(3, files)).toEqual(["c.ts has 4 lines, more than 3"]);
    expect(filesLongerThan(2, files)).toHaveLength(3);
  });
});

describe("forbiddenPatterns", () => {
  it.each([
    ["src/memory/a.ts", "export default 1"],
    ["src/memory/a.test.ts", 'vi.doMock("./b.ts")'],
    ["src/memory/a.ts", "process.env.HOME"],
    ["src/cli/a.ts", "process.cwd()"],
    ["src/memory/a.ts", "await import(name)"],
  ])("refuses in %s: %s", (path, text) => {
    expect(forbiddenPatterns([readSource(path, text)])).toHaveLength(1);
  });

  it.each([
    ["src/app/a.ts", "process.env.HOME"],
    ["src/bin/a.ts", "process.argv"],
    ["src/memory/a.test.ts", "process.env.HOME"],
    ["scripts/a.ts", "process.argv"],
    ["vitest.config.ts", "export default 1"],
  ])("allows in %s: %s", (path, text) => {
    expect(forbiddenPatterns([readSource(path, text)])).toEqual([]);
  });
});

describe("packages", () => {
  it("are refused to shipped files when only tests have them", () => {
    const text = 'import { expect } from "vitest";';
    expect(testPackagesShipped([readSource("src/a/port.contract.ts", text)])).toHaveLength(1);
    expect(
      testPackagesShipped([readSource("src/a/a.test.ts", text), readSource("bench/a.ts", text)]),
    ).toEqual([]);
  });

  it("are refused to an entry that would load them at once", () => {
    const files = [
      readSource("src/library/index.ts", 'export * from "../a/index.ts";'),
      readSource("src/a/index.ts", 'import "zod"; await import("@secretlint/core");'),
    ];
    expect(loadedTooEarly("src/library/index.ts", files, isHeavyPackage)).toEqual([
      "src/library/index.ts loads zod at once: src/library/index.ts -> src/a/index.ts -> zod",
    ]);
  });
});

describe("exportProblems", () => {
  const good = { types: "./dist/types/library/index.d.ts", default: "./dist/library/index.js" };
  const knip = { entry: ["src/library/index.ts"] };

  it("is content when source, types and entry agree", () => {
    const manifest = { exports: { ".": good, "./package.json": "./package.json" } };
    expect(exportProblems({ manifest, knip, exists: () => true })).toEqual([]);
  });

  it("names a missing source, missing types and an entry that is not listed", () => {
    const manifest = { exports: { "./other": { default: "./dist/library/other.js" } } };
    expect(exportProblems({ manifest, knip, exists: () => false })).toHaveLength(3);
  });
});

describe("registryMentions", () => {
  it("finds a host in any file and a resolved address in a lock file", () => {
    const host = ["registry", "npmjs", "org"].join(".");
    const files = [
      { path: ".npmrc", text: `//${host}/` },
      { path: "package-lock.json", text: '{ "resolved": "https://mirror.example/a.tgz" }' },
      { path: "README.md", text: "the registry" },
    ];
    expect(registryMentions(files)).toEqual([
      ".npmrc names a registry host",
      "package-lock.json names a registry host",
    ]);
  });
});
