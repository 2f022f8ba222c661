/** The examples of `docs/library.md`: they stand there as they lie in `examples/`, run, and print what is said. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "./journeys/support/real-cli.ts";
import { repositoryFiles, repositoryText } from "./support/repository.ts";

interface Example {
  code: string;
  /** What the document says it prints. */
  printed: string;
}

const examples = examplesOf(repositoryText("docs/library.md"));

/** Blocks of TypeScript, each with the block of text that follows it. */
function examplesOf(document: string): Example[] {
  const blocks = [...document.matchAll(/^```(ts|text)\n(.*?)^```$/gmsu)].map(([, kind, text = ""]) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1];
    return kind === "ts" ? [{ code: text, printed: next?.kind === "text" ? next.text : "" }] : [];
  });
}

describe("docs/library.md", () => {
  let folder = "";
  let printed: string[] = [];
  let ended = {};

  // One process for all of them: each begins with nothing kept.
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-examples-")));
    const names = examples.map((_, index) => `example-${index}`);
    await Promise.all(
      names.map((name, index) => writeFile(join(folder, `${name}.ts`), examples[index]?.code ?? "")),
    );
    await build({
      entryPoints: names.map((name) => join(folder, `${name}.ts`)),
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      nodePaths: [resolve("node_modules")],
      alias: Object.fromEntries(
        ["ai-sdk", "anthropic", "testing"]
          .map((entry) => [`daybook/${entry}`, resolve(`src/library/${entry}.ts`)])
          .concat([["daybook", resolve("src/library/index.ts")]]),
      ),
      banner: {
        js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
      },
    });
    const homes = names.map((name) => join(folder, name));
    await Promise.all(homes.map((home) => mkdir(home)));
    const script = names.map(
      (name) => `process.env.DAYBOOK_HOME = ${JSON.stringify(join(folder, name, "home"))};
process.chdir(${JSON.stringify(join(folder, name))});
await import("./${name}.mjs");
console.log("\\u0000");`,
    );
    await writeFile(join(folder, "all.mjs"), script.join("\n"));
    const result = await runProgram([process.execPath, join(folder, "all.mjs")], { cwd: folder });
    ended = { code: result.code, stderr: result.stderr };
    printed = result.stdout.split("\u0000\n");
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("has examples that print what it says", () => {
    expect(examples.length).toBeGreaterThan(3);
    expect(ended).toEqual({ code: 0, stderr: "" });
    expect(printed.slice(0, -1)).toEqual(examples.map((example) => example.printed));
  });

  it("shows every example of its folder as it is", () => {
    const files = repositoryFiles("examples").filter((path) => path.endsWith(".ts"));
    const shown = new Set(examples.map(({ code }) => code));
    expect(files.filter((path) => !shown.has(repositoryText(path)))).toEqual([]);
    expect(files).toHaveLength(examples.length);
  });
});
