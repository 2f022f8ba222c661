import { DaybookError } from "../../errors/index.ts";
import { countBytes, escapeUnseen, wellFormed } from "../../text/index.ts";
import { noSuchPath } from "./sentences.ts";

/**
 * Threat: a path made of a model's words that leads out of `/memories`: `..`, `..\`, an encoded form of either, a
 * folder beside it whose name begins alike. All are refused by their letters here; links are looked at on the disk.
 */

/** A path below `/memories`, as it was understood. */
export interface MemoryPath {
  /** `/memories`, or `/memories/a/b.md`: no double slashes, no dots, no slash at the end. */
  shown: string;
  /** Empty for `/memories` itself. */
  names: readonly string[];
}

const ROOT = "/memories";
const LONGEST_NAME = 255;

/** Reads a path of a command. `isNew`: it shall be made, so that its names must suit every system. */
export function parsePath(given: string, { isNew = false }: { isNew?: boolean } = {}): MemoryPath {
  if (given !== ROOT && !given.startsWith(`${ROOT}/`)) {
    throw new DaybookError(
      "unsafe-path",
      `Path must start with ${ROOT}, got: ${escapeUnseen(given.slice(0, 300))}`,
    );
  }
  const names = given
    .slice(ROOT.length)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw escapes(given);
  // First of all, as what follows reads a name again for each time that it is encoded.
  if (names.some((name) => countBytes(name) > LONGEST_NAME)) throw tooLong();
  const shown = [ROOT, ...names].join("/");
  if (names.some(hidesDots)) throw isNew ? escapes(given) : noSuchPath(shown);
  for (const name of names) assertUsable(name, { shown, isNew });
  return { shown, names };
}

/** Whether a name spells `..` in another way: with backslashes, or percent signs, once or several times over. */
function hidesDots(name: string): boolean {
  let decoded = name;
  for (let before = ""; before !== decoded;) {
    before = decoded;
    decoded = decoded.replace(/%2e/gi, ".").replace(/%2f/gi, "/").replace(/%5c/gi, "\\").replace(/%25/g, "%");
  }
  return decoded.split(/[/\\]/u).includes("..");
}

// Line separators would break a listing, and the others are no part of any name.
const NOT_IN_NAMES = /[\p{Cc}\u2028\u2029]/u;

function assertUsable(name: string, { shown, isNew }: { shown: string; isNew: boolean }): void {
  if (NOT_IN_NAMES.test(name) || wellFormed(name) !== name || (isNew && name.includes("\\"))) {
    const what = `The path ${escapeUnseen(shown)} holds a character that no file name may have`;
    throw new DaybookError("invalid", `${what}: leave out backslashes, line ends and control characters.`);
  }
}

function tooLong(): DaybookError {
  return new DaybookError("invalid", `A name in the path is too long: at most ${LONGEST_NAME} bytes.`);
}

function escapes(given: string): DaybookError {
  return new DaybookError(
    "unsafe-path",
    `Path ${escapeUnseen(given.slice(0, 300))} would escape ${ROOT} directory`,
  );
}
