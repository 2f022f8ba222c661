// The process begins here. `--version` is answered with nothing else loaded: as fast as Node itself. What stands before
// every prompt or session has a short way.
import { version } from "./version.ts";

const given = process.argv.slice(2);
const [first = ""] = given;

if (first === "--version" || first === "-V") process.stdout.write(`${version}\n`);
else void start();

async function start(): Promise<void> {
  if (!(await runShortly())) await (await import("./full.ts")).runInFull(given);
}

/** False, and nothing is done, for a line that has no short way. */
async function runShortly(): Promise<boolean> {
  if (first === "mcp") return (await import("./mcp.ts")).runMcp(given);
  if (["hook", "recall", "search"].includes(first)) return (await import("./quick.ts")).runQuickly(given);
  return false;
}
