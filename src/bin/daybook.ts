// The process begins here. `--version` is answered with nothing else loaded: as fast as Node itself. What stands before
// every prompt has a short way.
import { version } from "./version.ts";

const given = process.argv.slice(2);
const [first = ""] = given;

if (first === "--version" || first === "-V") {
  process.stdout.write(`${version}\n`);
} else if (
  !(["hook", "recall", "search"].includes(first) && (await (await import("./quick.ts")).runQuickly(given)))
) {
  await (await import("./full.ts")).runInFull(given);
}
