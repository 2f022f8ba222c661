/** `npm run bench`: bundles the bench as the product is bundled, since what a loader for TypeScript adds is not ours. */
import { spawnSync } from "node:child_process";
import { build } from "esbuild";

// Inside node_modules, so that the packages left outside are found, and git and npm pass it over.
const program = "node_modules/.cache/daybook-bench.mjs";

await build({
  entryPoints: ["bench/run.ts"],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "warning",
});
process.exitCode =
  spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
