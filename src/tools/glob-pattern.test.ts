import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob-pattern.ts";

function matches(pattern: string, path: string): boolean {
  const compiled = compileGlob(pattern);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.pattern.matches(path);
}

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["./*.ts", "a.ts", true],
    ["./*.ts", "src/a.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/x/y/a.ts", true],
    ["src/**/*.ts", "lib/src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/a/**/b", "x/a/y/z/b", true],
    ["**/a/**/b", "a/b", true],
    ["**/a/**/b", "x/b", false],
    ["src/**", "src/a/b.ts", true],
    ["src/**", "other/a", false],
    ["**", "any/thing", true],
    ["*.{ts,js}", "a.js", true],
    ["*.{ts,js}", "a.css", false],
    ["{src,test/{a,b}}/*.ts", "test/b/x.ts", true],
    ["{src,test/{a,b}}/*.ts", "test/c/x.ts", false],
    ["a{b}c", "a{b}c", true],
    ["a{b", "a{b", true],
    ["?.ts", "数.ts", true],
    ["?.ts", "😀.ts", true],
    ["?.ts", "ab.ts", false],
    ["[a-c].ts", "b.ts", true],
    ["[!a-c].ts", "b.ts", false],
    ["[!a-c].ts", "d.ts", true],
    ["[]x].ts", "].ts", true],
    ["[a.ts", "[a.ts", true],
    ["\\*.ts", "*.ts", true],
    ["\\*.ts", "a.ts", false],
    [".*", ".env", true],
    ["*", ".env", true],
    [".github/**/*.yml", ".github/workflows/ci.yml", true],
    ["a.ts", "a_ts", false],
    ["src//a.ts", "src/a.ts", true],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it.each(["", "./", "../x", "a/../b", "{a,b}".repeat(12), "{,".repeat(600)])(
    "refuses %j with a reason",
    (pattern) => {
      expect(compileGlob(pattern)).toEqual({ ok: false, problem: expect.stringMatching(/pattern/u) });
    },
  );

  it("is quick on patterns made to be slow", () => {
    expect(matches(`${"*a".repeat(60)}b`, "a".repeat(255))).toBe(false);
    expect(matches(`${"**/a/".repeat(60)}b`, "a/".repeat(255))).toBe(false);
  });

  it("agrees with a plain reading of stars", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(pattern, name, (glob, text) => {
        // Alone in its name `**` would go through folders, which is the same for one name.
        const plain = new RegExp(`^${glob.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u");
        expect(matches(`./${glob}`, text)).toBe(plain.test(text));
      }),
    );
  });
});
