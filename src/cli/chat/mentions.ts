/** Where `@path` and `@"path with blanks"` stand in a text. */

/**
 * One `@` that may name a file. `names` are what it can mean, the likeliest first: a sentence may go on behind
 * the name without a blank.
 */
export interface Mention {
  /** UTF-16 offset of the `@`. */
  at: number;
  names: readonly MentionName[];
}

export interface MentionName {
  path: string;
  /** UTF-16 offset behind it, and behind its quotes. */
  end: number;
}

// What stands before the @ of an address. Chinese, for one, puts no blank before a name.
const NO_ADDRESS = "(?<![A-Za-z0-9._%+-])";
const MENTION = new RegExp(`${NO_ADDRESS}@(?="([^"\\n]+)"|([^\\s"]{1,1024}))`, "gu");
const OPEN_MENTION = new RegExp(`${NO_ADDRESS}@(?="([^"]*)$|([^\\s"]*)$)`, "gu");
const FULL_WIDTH =
  /[\u2014\u2018-\u201d\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3d\uff5b-\uff65]/u;
// A sentence that goes on in another script, except right behind a slash: there a name begins.
const SCRIPT_CHANGE = /(?<=[!-.0-~])(?=[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3fffd}])/u;
const CUT = new RegExp(`(?=${FULL_WIDTH.source})|${SCRIPT_CHANGE.source}`, "gu");
const MOST_CUTS = 16;

/** Every mention, in the order of the text. One may lie within a name of another. */
export function mentionsOf(text: string): Mention[] {
  return [...text.matchAll(MENTION)].map(({ index, 1: quoted, 2: bare = "" }) => {
    if (quoted !== undefined) return { at: index, names: [{ path: quoted, end: index + quoted.length + 3 }] };
    return { at: index, names: namesIn(bare).map((path) => ({ path, end: index + 1 + path.length })) };
  });
}

/** A mention at the end of a text that is still being typed. */
export interface OpenMention {
  /** UTF-16 offset of the `@`. */
  at: number;
  path: string;
  isQuoted: boolean;
}

/** The mentions that the end of the text may belong to, the longest first. */
export function openMentions(text: string): OpenMention[] {
  return [...text.matchAll(OPEN_MENTION)].map(({ index, 1: quoted, 2: bare = "" }) => ({
    at: index,
    path: quoted ?? bare,
    isQuoted: quoted !== undefined,
  }));
}

function namesIn(word: string): string[] {
  const cuts = [...word.matchAll(CUT)].slice(0, MOST_CUTS).map(({ index }) => word.slice(0, index));
  const names = [word, ...cuts.toReversed()].flatMap((name) => [name, withoutSentenceEnd(name)]);
  return [...new Set(names)].filter((name) => name !== "");
}

// `look at @src/a.ts, please`
function withoutSentenceEnd(name: string): string {
  return name.replace(/[.,;:!?)\]}，。；：！？）、]+$/u, "");
}
