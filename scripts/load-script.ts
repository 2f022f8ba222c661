/**
 * How the built command line loads its short ways: each is one script, with what V8 made of it at the build beside it,
 * since to compile it takes a quarter of a start. Bundled into `dist/cli`; nothing of it is for another place.
 */
import { readFileSync } from "node:fs";
import { constants, Script } from "node:vm";

/** A script of the build, and what it hands out. */
export interface LoadedScript {
  script: Script;
  exports: Record<string, unknown>;
}

type Body = (exports: object, require: NodeJS.Require, module: { exports: object }) => void;

/** Where the compiled form of a script lies. */
export function codeOf(path: string): string {
  return `${path}.code`;
}

/** Loads the script at an absolute path; `load` gives it what comes with Node. */
export function loadScript(path: string, load: NodeJS.Require): LoadedScript {
  // V8 takes compiled code of its own version and flags only, and of a source of this length; else it compiles.
  const cachedData = readCode(codeOf(path));
  const script = new Script(readFileSync(path, "utf8"), {
    filename: path,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  (script.runInThisContext() as Body)(module.exports, load, module);
  return { script, exports: module.exports };
}

function readCode(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
