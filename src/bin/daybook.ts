// The process begins here. `--version` is answered with nothing else loaded, so that it is as fast as Node.
import { version } from "./version.ts";

const given = process.argv.slice(2);

if (given[0] === "--version" || given[0] === "-V") {
  process.stdout.write(`${version}\n`);
} else {
  const { run } = await import("./run.ts");
  await run(process, given);
}
