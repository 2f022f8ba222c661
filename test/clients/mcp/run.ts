/** `npm run test:clients -- mcp [conformance | inspector | load ...]`: the official programs and many callers, against the built `daybook mcp`. */
import { tryConformance } from "./conformance.ts";
import { tryInspector } from "./inspector.ts";
import { tryLoad } from "./load.ts";

const tries = { conformance: tryConformance, inspector: tryInspector, load: tryLoad };

/** Tries the named ones, or all; false when one step of one failed. */
export async function runMcp(names: readonly string[]): Promise<boolean> {
  const wanted = Object.entries(tries).filter(([name]) => names.length === 0 || names.includes(name));
  let isOk = wanted.length > 0;
  for (const [name, attempt] of wanted) {
    process.stdout.write(`\n${name}\n`);
    for (const { what, ok, seen } of await attempt()) {
      process.stdout.write(
        `  ${ok ? "ok    " : "FAILED"}  ${what}  ${seen.replaceAll("\n", "\n            ")}\n`,
      );
      isOk &&= ok;
    }
  }
  return isOk;
}
