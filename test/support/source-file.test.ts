import { describe, expect, it } from "vitest";
import { readSource } from "./source-file.ts";

describe("readSource", () => {
  it("finds every way to import", () => {
    const text = [
      'import a, { type B } from "./a.ts";',
      'import type { C } from "./c.ts";',
      'export * from "./d.ts";',
      'export type { E } from "./e.ts";',
      'import "./f.ts";',
      'const g = await import("./g.ts");',
      'type H = import("./h.ts").H;',
      'const i = require("./i.ts");',
      'import { type J } from "./j.ts";',
      'import k = require("./k.ts");',
    ].join("\n");
    expect(
      readSource("x.ts", text)
        .imports.map(({ specifier, kind }) => `${kind} ${specifier}`)
        .toSorted(),
    ).toEqual([
      "dynamic ./g.ts",
      "dynamic ./i.ts",
      "static ./a.ts",
      "static ./d.ts",
      "static ./f.ts",
      "static ./j.ts",
      "static ./k.ts",
      "type ./c.ts",
      "type ./e.ts",
      "type ./h.ts",
    ]);
  });

  it("is not fooled by comments, strings and templates", () => {
    const text = '// import "./a.ts"\nconst b = `import "./b.ts"`;\nconst c = \'vi.mock("./c.ts")\';\n';
    expect(readSource("x.ts", text)).toMatchObject({ imports: [], moduleMocks: [], lines: 3 });
  });

  it("gives the line of an import, and names what only shows at run time", () => {
    const source = readSource("x.ts", '\n\nimport {\n  a,\n} from "./a.ts";\nawait import(a);\n');
    expect(source.imports).toEqual([{ specifier: "./a.ts", line: 5, kind: "static" }]);
    expect(source.computedImports).toEqual([{ what: "import(…)", line: 6 }]);
  });

  it.each([
    ["process.env.HOME"],
    ['process["cwd"]()'],
    ["const { argv } = process"],
    ["const { ...all } = process"],
    ['import { homedir } from "node:os"'],
    ["os.homedir()"],
  ])("sees the environment read by %s", (text) => {
    expect(readSource("x.ts", text).environmentReads).not.toEqual([]);
  });

  it.each([
    ["export default 1"],
    ["const a = 1; export { a as default }"],
    ['export { default } from "./a.ts"'],
  ])("sees the default export of %s", (text) => {
    expect(readSource("x.ts", text).defaultExports).toHaveLength(1);
  });

  it.each([["vi"], ["vitest"], ["jest"]])("sees a module mocked by %s", (mocker) => {
    expect(readSource("x.ts", `${mocker}.mock("./a.ts")`).moduleMocks).toHaveLength(1);
    expect(readSource("x.ts", `${mocker}.fn()`).moduleMocks).toEqual([]);
  });

  it("refuses what is not TypeScript, and says where", () => {
    expect(() => readSource("src/bad.ts", "const = ;")).toThrow(/src\/bad\.ts/);
  });
});
