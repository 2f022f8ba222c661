import type { Token, Tokens } from "marked";
import { displayWidth } from "../terminal/display-width.ts";
import type { MarkdownStyles, Paint } from "./styles.ts";
import type { Span } from "./wrap.ts";

const unchanged: Paint = (text) => text;

/** The words of a paragraph, heading or cell, each with how it looks. */
export function inlineSpans(
  tokens: readonly Token[],
  styles: MarkdownStyles,
  paint: Paint = unchanged,
): Span[] {
  return tokens.flatMap((token) => spansOf(token, styles, paint));
}

function spansOf(token: Token, styles: MarkdownStyles, paint: Paint): Span[] {
  const plain = (text: string): Span => ({ text, paint });
  const marked = (mark: string, style: Paint, inner: readonly Token[] = []): Span[] => {
    const spans = inlineSpans(inner, styles, over(paint, style));
    return styles.keepMarks ? [plain(mark), ...spans, plain(mark)] : spans;
  };
  switch (token.type) {
    case "strong":
      return marked("**", styles.strong, token.tokens);
    case "em":
      return marked("*", styles.emphasis, token.tokens);
    case "del":
      return marked("~~", styles.deleted, token.tokens);
    case "codespan": {
      const text = styles.keepMarks ? `\`${textOf(token)}\`` : textOf(token);
      return [{ text, paint: over(paint, styles.code) }];
    }
    case "link":
      return linkSpans(token as Tokens.Link, styles, paint);
    case "image":
      return [plain(textOf(token) || "image"), muted(` (${(token as Tokens.Image).href})`, styles, paint)];
    case "br":
      return [plain("\n")];
    case "checkbox":
      return [muted((token as Tokens.Checkbox).checked === true ? "[x] " : "[ ] ", styles, paint)];
    case "text":
      if ("tokens" in token && token.tokens !== undefined) return inlineSpans(token.tokens, styles, paint);
      return [plain(joinLines(decodeEntities(textOf(token))))];
    default:
      return [plain(joinLines(textOf(token)))];
  }
}

function linkSpans({ href, tokens, text }: Tokens.Link, styles: MarkdownStyles, paint: Paint): Span[] {
  const words = inlineSpans(tokens, styles, over(paint, styles.link));
  const isItself = text === href || `mailto:${text}` === href || `http://${text}` === href;
  return isItself ? words : [...words, muted(` (${href})`, styles, paint)];
}

function muted(text: string, styles: MarkdownStyles, paint: Paint): Span {
  return { text, paint: over(paint, styles.muted) };
}

function over(outer: Paint, inner: Paint): Paint {
  return outer === unchanged ? inner : (text) => outer(inner(text));
}

function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

// A line end of the source is a blank, but nothing between two Chinese characters.
function joinLines(text: string): string {
  return text.replaceAll(/(.?)[ \t]*\n[ \t]*(?=(.?))/gu, (_all, before: string, after: string) =>
    displayWidth(before) === 2 && displayWidth(after) === 2 ? before : `${before} `,
  );
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/gu, (name) => entities[name] ?? name);
}
