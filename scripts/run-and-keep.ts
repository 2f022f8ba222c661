/**
 * A program of the build: runs one command line of a short way in a process like those of the product, and keeps what
 * V8 has compiled by its end, with what was kept before. Arguments: the script, the name of what runs it, the line.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { codeOf, loadScript, markedCode } from "./load-script.ts";

const [path = "", run = "", ...given] = process.argv.slice(2);
const { script, exports } = loadScript(path, require, importNothing);
process.on("exit", () => {
  writeFileSync(codeOf(path), markedCode(script.createCachedData(), readFileSync(path, "utf8")));
});
void (exports[run] as (given: readonly string[]) => Promise<boolean>)(given);

/** What is kept is of starts that load nothing more. */
async function importNothing(name: string): Promise<unknown> {
  throw new Error(`a start whose code is kept imported ${name}`);
}
