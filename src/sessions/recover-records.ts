/**
 * Whole records inside a line that is no record by itself: a process that was killed leaves a stub, and
 * whoever writes next may go on behind it on the same line.
 */

/** What was found on a damaged line. */
export interface Recovered {
  /** The texts of the records, in order. */
  records: string[];
  /** Something of the line is left that is no record. */
  hasRest: boolean;
}

// A quote inside a text of a record is escaped, so this cannot match amid one.
const START = /\{\s*"(?:type|n|ts)"\s*:/g;
/** Characters looked at, for each character of the line: a line of nothing but beginnings must not take forever. */
const EFFORT = 16;

/** The whole records in a text; `isRecord` says of a parsed object whether it is one. */
export function recoverRecords(text: string, isRecord: (value: unknown) => boolean): Recovered {
  const records: string[] = [];
  let hasRest = false;
  let done = 0;
  let effort = EFFORT * text.length;
  START.lastIndex = 0;
  for (let match = START.exec(text); match !== null && effort > 0; match = START.exec(text)) {
    const end = endOfObject(text, match.index);
    effort -= (end ?? text.length) - match.index;
    const found = end === undefined ? undefined : text.slice(match.index, end);
    if (found === undefined || end === undefined || !isParsedAs(found, isRecord)) continue;
    if (text.slice(done, match.index).trim() !== "") hasRest = true;
    records.push(found);
    done = end;
    START.lastIndex = end;
  }
  return { records, hasRest: hasRest || text.slice(done).trim() !== "" };
}

function isParsedAs(text: string, isRecord: (value: unknown) => boolean): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Behind the brace that closes the one at `start`; undefined when none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}
