/**
 * How the built command line loads its short ways: each is one script, with what V8 made of it at the build beside it,
 * since to compile it takes a quarter of a start. Bundled into `dist/cli`; nothing of it is for another place.
 */
import { readFileSync } from "node:fs";
import { Script } from "node:vm";

/** A script of the build, and what it hands out. */
export interface LoadedScript {
  script: Script;
  exports: Record<string, unknown>;
}

/** Imports for a script: in one that V8 takes from compiled code `import()` fails, since Node 20 loses whose it is. */
export type ImportLater = (name: string) => Promise<unknown>;

type Body = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  importLater: ImportLater,
) => void;

/** Characters of the mark at the end of a script, and of the code that was made of just that script. */
export const markLength = 32;

/** Where the compiled form of a script lies. */
export function codeOf(path: string): string {
  return `${path}.code`;
}

/** Loads the script at an absolute path; `load` gives it what comes with Node, `importLater` what lies beside it. */
export function loadScript(path: string, load: NodeJS.Require, importLater: ImportLater): LoadedScript {
  const source = readFileSync(path, "utf8");
  // V8 takes compiled code of its own version and flags only; of the source it asks no more than the length.
  const cachedData = readCode(codeOf(path), source.slice(-markLength));
  const script = new Script(source, {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  (script.runInThisContext() as Body)(module.exports, load, module, importLater);
  return { script, exports: module.exports };
}

/** Code with its script's mark, as it is kept. */
export function markedCode(code: Buffer, source: string): Buffer {
  return Buffer.concat([code, Buffer.from(source.slice(-markLength), "latin1")]);
}

/** Undefined for code of another script: an update may have been cut short between the two files. */
function readCode(path: string, mark: string): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const code = kept.subarray(0, -markLength);
    return kept.toString("latin1", code.length) === mark ? code : undefined;
  } catch {
    return undefined;
  }
}
