import { describe, expect, it } from "vitest";
import { forbiddenImports, unknownRooms, type RoomTable } from "./rooms.ts";
import { readSource, type SourceFile } from "./source-file.ts";

const table: RoomTable = [["ground"], ["left", "right"], ["library"]];

function source(path: string, ...specifiers: string[]): SourceFile {
  return readSource(path, specifiers.map((specifier) => `import "${specifier}";\n`).join(""));
}

function reasons(...files: SourceFile[]): string[] {
  return forbiddenImports(files, table);
}

describe("forbiddenImports", () => {
  it("lets a room know the rooms below it, packages and itself", () => {
    expect(reasons(source("src/left/a.ts", "../ground/index.ts", "./b.ts", "yaml", "node:fs"))).toEqual([]);
  });

  it("refuses to go up", () => {
    expect(reasons(source("src/ground/a.ts", "../left/index.ts"))).toEqual([
      "src/ground/a.ts:1 imports ../left/index.ts: ground may not know left, which is not below it",
    ]);
  });

  it("refuses to go sideways", () => {
    expect(reasons(source("src/left/a.ts", "../right/index.ts"))).toHaveLength(1);
  });

  it("refuses to go past another room's index", () => {
    expect(reasons(source("src/left/a.ts", "../ground/deep.ts"))).toEqual([
      "src/left/a.ts:1 imports ../ground/deep.ts: only src/ground/index.ts is open to others",
    ]);
    expect(reasons(source("test/journey.test.ts", "../src/ground/deep.ts"))).toHaveLength(1);
    expect(reasons(source("test/journey.test.ts", "../src/ground/index.ts"))).toEqual([]);
  });

  it("holds types, on-demand imports and tests to the same order", () => {
    const text = 'type A = import("../right/index.ts").A;\nawait import("../library/index.ts");\n';
    expect(reasons(readSource("src/left/a.test.ts", text))).toHaveLength(2);
  });

  it("knows a room by its folder, however the path is written", () => {
    expect(reasons(source("src/ground/a.ts", "./../left/./index.ts"))).toHaveLength(1);
    expect(reasons(source("src/ground/deep/a.ts", "../../left/index.ts"))).toHaveLength(1);
    expect(reasons(source("src/left/a.ts", "../unknown/index.ts"))).toHaveLength(1);
  });

  it("opens what supports tests to tests and their fixtures only", () => {
    const support = "../../test/support/strict.ts";
    expect(reasons(source("src/left/a.test.ts", support))).toEqual([]);
    expect(reasons(source("src/left/a.fixture.ts", support))).toEqual([]);
    expect(reasons(source("src/left/a.ts", support))).toHaveLength(1);
    expect(reasons(source("src/left/a.test.ts", "../../scripts/x.ts"))).toHaveLength(1);
  });

  it("opens contract suites to the testing library and to tests only", () => {
    const contract = "../ground/port.contract.ts";
    expect(reasons(source("src/library/testing.ts", contract))).toEqual([]);
    expect(reasons(source("src/left/a.test.ts", contract))).toEqual([]);
    expect(reasons(source("src/left/a.ts", contract))).toHaveLength(1);
  });

  it("keeps src from what is outside of it", () => {
    expect(reasons(source("src/left/a.ts", "../../scripts/build.ts"))).toHaveLength(1);
  });
});

describe("unknownRooms", () => {
  it("names folders and loose files that the table does not have", () => {
    expect(
      unknownRooms([source("src/attic/a.ts"), source("src/loose.ts"), source("src/left/a.ts")], table),
    ).toEqual(["src/attic is not in the table of rooms", "src/loose.ts is not in the table of rooms"]);
  });
});
