/**
 * A program of the build: runs one command line of a short way in a process like those of the product, and keeps what
 * V8 has compiled by its end, with what was kept before. Arguments: the script, the name of what runs it, the line.
 */
import { writeFileSync } from "node:fs";
import { codeOf, loadScript } from "./load-script.ts";

const [path = "", run = "", ...given] = process.argv.slice(2);
const { script, exports } = loadScript(path, require);
process.on("exit", () => writeFileSync(codeOf(path), script.createCachedData()));
void (exports[run] as (given: readonly string[]) => Promise<boolean>)(given);
