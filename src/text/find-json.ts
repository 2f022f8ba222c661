/**
 * JSON in what a model says: in prose, in fences, unfinished, with what people write by hand (commas at the end,
 * quotes within quotes, line breaks in texts). Never throws, and reads each character a bounded number of times.
 */

/** Longer answers are read by their end. */
const MOST_CHARACTERS = 400_000;
const MOST_DEPTH = 64;
/** Characters that are read in all, over all places where a value may begin. */
const MOST_READ = 2_000_000;

/**
 * The last object or array in a text that is what is wanted, else undefined. An unfinished one is closed where the
 * text ends; a text that was cut in its middle is left out of it.
 */
export function findJson(text: string, isWanted: (value: unknown) => boolean = () => true): unknown {
  const answer = text.slice(-MOST_CHARACTERS);
  let found: unknown;
  let read = 0;
  for (let at = nextOpening(answer, 0); at !== -1 && read < MOST_READ;) {
    const reader = new LooseReader(answer, at);
    const value = reader.read();
    read += reader.at - at;
    const isFound = value !== undefined && isWanted(value);
    if (isFound) found = value;
    // What lies within a value that is not wanted may be.
    at = nextOpening(answer, isFound ? reader.at : at + 1);
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  const next = /[{[]/g;
  next.lastIndex = from;
  return next.exec(text)?.index ?? -1;
}

/** Stands for what was cut, and for what is no JSON at all. */
const CUT = Symbol("cut");
const FAULT = Symbol("fault");

/** Reads one value from an offset on. */
class LooseReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** Undefined where there is no value. */
  read(): unknown {
    const value = this.#value(0);
    return value === CUT || value === FAULT ? undefined : value;
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #skipBlanks(): void {
    const blanks = /(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/y;
    blanks.lastIndex = this.#at;
    blanks.exec(this.#text);
    this.#at = blanks.lastIndex;
  }

  #value(depth: number): unknown {
    if (depth > MOST_DEPTH) return FAULT;
    this.#skipBlanks();
    if (this.#isAtEnd) return CUT;
    const first = this.#text.charAt(this.#at);
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (isQuote(first)) return this.#string();
    return this.#scalar();
  }

  #object(depth: number): unknown {
    const members: [string, unknown][] = [];
    this.#at += 1;
    while (!this.#closes("}")) {
      const key = this.#key();
      this.#skipBlanks();
      if (key === CUT || this.#isAtEnd) break;
      if (key === FAULT || !/[:：=]/.test(this.#text.charAt(this.#at))) return FAULT;
      this.#at += 1;
      const value = this.#value(depth + 1);
      if (value === FAULT) return FAULT;
      if (value !== CUT) members.push([String(key), value]);
    }
    return Object.fromEntries(members);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.#at += 1;
    while (!this.#closes("]")) {
      const value = this.#value(depth + 1);
      if (value === FAULT) return FAULT;
      if (value !== CUT) items.push(value);
    }
    return items;
  }

  /** Passes over commas and blanks; true where the value is closed, or the text ends. */
  #closes(mark: "}" | "]"): boolean {
    for (;;) {
      this.#skipBlanks();
      if (this.#isAtEnd) return true;
      const next = this.#text.charAt(this.#at);
      if (next === "," || next === "，") {
        this.#at += 1;
        continue;
      }
      if (next === mark) {
        this.#at += 1;
        return true;
      }
      // A fence ends what was never closed.
      if (this.#text.startsWith("```", this.#at)) {
        this.#at = this.#text.length;
        return true;
      }
      // The other bracket closes what is around this.
      if (next === "}" || next === "]") return true;
      return false;
    }
  }

  #key(): unknown {
    if (isQuote(this.#text.charAt(this.#at))) return this.#string();
    const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text);
    if (found === null) return FAULT;
    this.#at = word.lastIndex;
    return found[0];
  }

  #string(): unknown {
    const close = closingOf(this.#text.charAt(this.#at));
    let value = "";
    this.#at += 1;
    while (!this.#isAtEnd) {
      const character = this.#text.charAt(this.#at);
      if (character === "\\") {
        value += this.#escape();
        continue;
      }
      this.#at += 1;
      if (close.includes(character) && this.#endsText()) return value;
      value += character;
    }
    return CUT;
  }

  /** Whether what follows a quote can follow a text: else it is a quote within it. */
  #endsText(): boolean {
    const next = /\s*(?:[,，:：}\]]|```|$)/y;
    next.lastIndex = this.#at;
    return next.test(this.#text);
  }

  #escape(): string {
    const escape = /\\(?:u([0-9a-fA-F]{4})|([^]?))/y;
    escape.lastIndex = this.#at;
    const [, code, letter = ""] = escape.exec(this.#text) ?? [];
    this.#at = escape.lastIndex;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return escapes[letter] ?? letter;
  }

  #scalar(): unknown {
    const word = /[^\s,，:：{}[\]"'`]+/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0];
    if (found === undefined) return FAULT;
    this.#at = word.lastIndex;
    if (Object.hasOwn(constants, found)) return constants[found];
    const number = Number(found);
    return Number.isFinite(number) ? number : FAULT;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
const constants: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
};

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === "“";
}

/** What may close a text that was opened with this. */
function closingOf(open: string): string {
  return open === "“" ? '”"' : open;
}
