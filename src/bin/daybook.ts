// The process begins here. `--version` is answered with nothing else loaded: as fast as Node itself.
import { version } from "./version.ts";

const given = process.argv.slice(2);

if (given[0] === "--version" || given[0] === "-V") {
  process.stdout.write(`${version}\n`);
} else {
  const { run } = await import("./run.ts");
  await run({ host: process, given, main: async (words) => (await import("../cli/index.ts")).main(words) });
}
