/**
 * Which places of a Markdown text are prose: not code, comment, link or attribute. Each place is marked
 * with a character that the text does not hold, the marked text is read by the Markdown lexer, and what is
 * found in its text tokens is prose. So the text itself is never rendered anew, and a mark that gets lost
 * in a corner of the syntax is an include that is not read.
 */

/** One answer a place; `problem` says, as half a sentence, why some could not be told. */
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

// A few patterns of the lexer take the square of a paragraph's length.
const PARAGRAPH_CHARACTERS = 32_768;

/** `places` are ascending offsets in the text. */
export async function findProse(text: string, places: readonly number[]): Promise<ProseAnswer> {
  const none = places.map(() => false);
  const mark = freeCharacter(text);
  if (mark === null) return { isProse: none, problem: "it holds too many characters of private use" };
  const { Lexer, Tokenizer } = await import("marked");
  // Emphasis decides nothing here and can take the cube of the length; the same goes for GFM's bare addresses.
  const tokenizer = Object.assign(new Tokenizer(), { emStrong: () => undefined });
  const lexer = new Lexer({ gfm: false, tokenizer });
  try {
    lexer.blockTokens(openTags(markPlaces(text, places, mark)), lexer.tokens);
    let problem: string | null = null;
    for (const { src, tokens } of lexer.inlineQueue) {
      if (!src.includes(mark)) continue;
      if (src.length > PARAGRAPH_CHARACTERS) {
        problem = `it has a paragraph of more than ${PARAGRAPH_CHARACTERS} characters`;
        continue;
      }
      // An unclosed tag of one paragraph says nothing about the next.
      Object.assign(lexer.state, { inLink: false, inRawBlock: false });
      lexer.inlineTokens(src, tokens);
    }
    const found = placesOf(lexer.tokens, mark);
    return { isProse: places.map((_, index) => found.has(index)), problem };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { isProse: none, problem: "its quotes and lists are nested too deeply" };
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
    /^[ \t]{0,3}<\/?(?!(?:pre|script|style|textarea|code|kbd|a)[\s>])[a-z][\w:.-]*(?:[ \t][^<>\n]*)?>[ \t]*$/gimu,
    "",
  );
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
  for (const { type, raw, tokens: inner, items = [], block, inLink, escaped } of tokens) {
    if (type === "html") {
      isInAnchor = inLink === true;
      if (block === true) collect(proseOfHtml(raw));
    } else if (type === "list") visit(items, collect);
    else if (inner !== undefined) {
      if (containers.has(type)) visit(inner, collect);
    } else if (type === "text" && escaped !== true && !isInAnchor) collect(raw);
  }
}

function proseOfHtml(html: string): string {
  return html.replace(
    /<!--[\s\S]*?(?:-->|$)|<(pre|code|kbd|script|style|textarea|a)(?=[\s>])[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<[^<>]*>|`[^`\n]*`/giu,
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
