import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { runProgram } from "./support/real-cli.ts";

describe("examples/remember.mjs", () => {
  it("runs on the library as it is, and is the example of both READMEs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-example-test-"));
    const script = join(folder, "remember.mjs");
    await build({
      entryPoints: ["examples/remember.mjs"],
      outfile: script,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      alias: { daybook: resolve("src/library/index.ts") },
      external: ["@anthropic-ai/sdk"],
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    });
    const result = await runProgram([process.execPath, script], { cwd: folder });
    await rm(folder, { recursive: true });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toBe(
      [
        "created user/commit-prefix",
        "- [commit prefix](commit-prefix.md) — when writing a commit message",
        "Begin with feat:, fix: or docs:.",
        "undone: create of user/commit-prefix",
        "",
      ].join("\n"),
    );
    const example = await readFile("examples/remember.mjs", "utf8");
    for (const readme of ["README.md", "README.zh-CN.md"])
      expect(await readFile(readme, "utf8")).toContain(example);
  });
});
