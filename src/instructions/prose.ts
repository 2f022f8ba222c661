import { runInNewContext } from "node:vm";
import { systemCodeOf } from "../errors/index.ts";

/**
 * Which places of a Markdown text are prose: not code, comment, link or attribute. Each place is marked
 * with a character that the text does not hold, the marked text is read by the Markdown lexer, and what is
 * found in its text tokens is prose. So the text itself is never rendered anew, and a mark that gets lost
 * in a corner of the syntax is an include that is not read.
 */

/** One answer a place; `problem` says, as half a sentence, why they could not be told. */
export interface ProseAnswer {
  isProse: readonly boolean[];
  problem: string | null;
}

/** What is read of the lexer's tokens. */
interface Token {
  type: string;
  raw: string;
  tokens?: readonly Token[];
  items?: readonly Token[];
  block?: boolean;
  inLink?: boolean;
  escaped?: boolean;
}

/**
 * `places` are ascending offsets in the text. Some texts take the lexer the square of their length or more;
 * it is stopped after `milliseconds`, so that no file of a clone can hold up a session.
 */
export async function findProse(
  text: string,
  { places, milliseconds }: { places: readonly number[]; milliseconds: number },
): Promise<ProseAnswer> {
  const isProse = places.map(() => false);
  const mark = freeCharacter(text);
  if (mark === null) return { isProse, problem: "it holds too many characters of private use" };
  const { Lexer, Tokenizer } = await import("marked");
  // Emphasis and GFM's bare addresses decide nothing here, and are slow to find.
  const tokenizer = Object.assign(new Tokenizer(), { emStrong: () => undefined });
  const lexer = new Lexer({ gfm: false, tokenizer });
  const read = (): void => {
    lexer.blockTokens(openTags(openFootnotes(markPlaces(text, places, mark))), lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      if (!src.includes(mark) && !/<!--|-->/u.test(src)) continue;
      // An unclosed tag of one paragraph says nothing about the next.
      Object.assign(lexer.state, { inLink: false, inRawBlock: false });
      lexer.inlineTokens(src, tokens);
    }
  };
  try {
    if (!runWithin(milliseconds, read)) return { isProse, problem: "reading its Markdown takes too long" };
    const found = placesOf(lexer.tokens, mark);
    return { isProse: places.map((_, index) => found.has(index)), problem: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { isProse, problem: "its quotes and lists are nested too deeply" };
  }
}

/** False when the work was stopped. Node can stop running code only for a script of `node:vm`. */
function runWithin(milliseconds: number, work: () => void): boolean {
  if (milliseconds < 1) return false;
  try {
    runInNewContext("work()", { work }, { timeout: Math.ceil(milliseconds) });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

function freeCharacter(text: string): string | null {
  for (let code = 0xe000; code <= 0xf8ff; code += 1) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
  return null;
}

function markPlaces(text: string, places: readonly number[], mark: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const [index, place] of places.entries()) {
    parts.push(text.slice(from, place), mark, String(index), mark);
    from = place + 1;
  }
  return [...parts, text.slice(from)].join("");
}

// `<rules>` alone on a line starts no block: people set off parts of instructions with such tags, and what
// stands between them is Markdown to its readers, code fences included.
function openTags(text: string): string {
  return text.replace(
    /^[ \t]{0,3}<\/?(?!(?:pre|script|style|textarea|code|kbd|samp|a)[\s>])[a-z][\w:.-]*(?:[ \t][^<>\n]*)?>[ \t]*$/gimu,
    "",
  );
}

// The lexer takes the text of a footnote for the target of a link.
function openFootnotes(text: string): string {
  return text.replace(/\[\^([^[\]\n]{1,100})\]:/gu, "(^$1):");
}

type Event = number | "comment" | "comment-end";

function placesOf(tokens: readonly Token[], mark: string): Set<number> {
  const marks = new RegExp(`${mark}(\\d+)${mark}|(<!--)|-->`, "gu");
  const events: Event[] = [];
  const collect = (text: string): void => {
    for (const [, place, opens] of text.matchAll(marks)) {
      if (place !== undefined) events.push(Number(place));
      else events.push(opens === undefined ? "comment-end" : "comment");
    }
  };
  visit(tokens, collect);
  return outsideComments(events);
}

const containers = new Set(["paragraph", "heading", "blockquote", "list_item", "text"]);

function visit(tokens: readonly Token[], collect: (text: string) => void): void {
  let isInAnchor = false;
  const samples = samplesOf(tokens);
  for (const [index, token] of tokens.entries()) {
    if (samples.has(index)) continue;
    const { type, raw, tokens: inner, items = [], block, inLink, escaped } = token;
    if (type === "html") {
      isInAnchor = inLink === true;
      if (block === true) collect(proseOfHtml(raw));
    } else if (type === "list") visit(items, collect);
    else if (inner !== undefined) {
      if (containers.has(type)) visit(inner, collect);
    } else if (type === "text" && escaped !== true && !isInAnchor) collect(raw);
  }
}

// The lexer knows `<code>` in a sentence, not `<samp>`.
function samplesOf(tokens: readonly Token[]): Set<number> {
  const samples = new Set<number>();
  let start: number | null = null;
  for (const [index, { type, raw, block }] of tokens.entries()) {
    if (type !== "html" || block === true) continue;
    if (/^<samp[\s>]/iu.test(raw)) start ??= index;
    else if (start !== null && /^<\/samp[\s>]/iu.test(raw)) {
      for (let inner = start; inner < index; inner += 1) samples.add(inner);
      start = null;
    }
  }
  return samples;
}

function proseOfHtml(html: string): string {
  return html.replace(
    /<!--[\s\S]*?(?:-->|$)|<(pre|code|kbd|samp|script|style|textarea|a)(?=[\s>])[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<[^<>]*>|`[^`\n]*`/giu,
    "",
  );
}

// A comment may run on over blank lines, where the lexer sees paragraphs.
function outsideComments(events: readonly Event[]): Set<number> {
  const places = new Set<number>();
  let held: number[] | null = null;
  for (const event of events) {
    if (event === "comment") held ??= [];
    else if (event === "comment-end") held = null;
    else (held ?? { push: (place: number) => places.add(place) }).push(event);
  }
  // One that is never closed is none.
  for (const place of held ?? []) places.add(place);
  return places;
}
