import { Lexer, type Token, type Tokens } from "marked";
import { renderBlock, renderCode } from "./blocks.ts";
import type { MarkdownLayout } from "./styles.ts";

/** What a piece of text changed. */
export interface MarkdownProgress {
  /** Lines that are final: print them once. */
  settled: string[];
  /** The block that is still being written, as it looks now: draw it again at each piece. */
  open: string[];
}

/** Renders Markdown that comes in pieces. */
export interface MarkdownStream {
  push(piece: string): MarkdownProgress;
  /** The rest, as final lines. */
  end(): string[];
}

/** Of an open block longer than this many characters only the end is looked at: no more of it can be seen. */
const LONGEST_OPEN = 50_000;
const SHOWN_OPEN = 8_000;

/**
 * A block is final when a whole line of the next one is there; of open code, each whole line.
 * The text must already be fit for a terminal. `layout` is asked for at each block: a terminal may change its width.
 */
export function createMarkdownStream(layout: () => MarkdownLayout): MarkdownStream {
  let source = "";
  let isFirst = true;
  // Lines of the open block that were settled already.
  let ahead = 0;

  function block(token: Token): string[] {
    const lines = renderBlock(token, layout());
    return isFirst || lines.length === 0 ? lines : ["", ...lines];
  }

  function settle(token: Token): string[] {
    const lines = block(token).slice(ahead);
    if (lines.length > 0 || ahead > 0) isFirst = false;
    ahead = 0;
    return lines;
  }

  function settleFinished(): string[] {
    const whole = source.slice(0, source.lastIndexOf("\n") + 1);
    const tokens = tokensOf(whole);
    const last = tokens.findLastIndex((token) => token.type !== "space");
    const finished = tokens.slice(0, Math.max(0, last));
    const raw = finished.map((token) => token.raw).join("");
    if (!whole.startsWith(raw)) return [];
    source = source.slice(raw.length);
    const lines = finished.flatMap(settle);
    const open = tokens[last];
    return open !== undefined && isFence(open) ? [...lines, ...settleCode(open)] : lines;
  }

  // Whole lines of code are final: nothing that follows can change them.
  function settleCode({ raw, text }: Tokens.Code): string[] {
    const finished = text.split("\n").slice(0, raw.split("\n").length - 2);
    if (finished.length === 0) return [];
    const code = renderCode(finished.join("\n"), layout());
    const lines = (isFirst ? code : ["", ...code]).slice(ahead);
    ahead += lines.length;
    return lines;
  }

  function openLines(): string[] {
    const tokens = tokensOf(source.length > LONGEST_OPEN ? source.slice(-SHOWN_OPEN) : source);
    const [first, ...others] = tokens.filter((token) => token.type !== "space");
    if (first === undefined) return [];
    const lines = block(first).slice(ahead);
    return [...lines, ...others.flatMap((token) => ["", ...renderBlock(token, layout())])];
  }

  return {
    push(piece) {
      source += piece;
      const settled = piece.includes("\n") ? settleFinished() : [];
      return { settled, open: openLines() };
    },
    end() {
      const lines = tokensOf(source).flatMap(settle);
      source = "";
      return lines;
    },
  };
}

// Quotes and lists within one another beyond what anybody reads: the lexer takes seconds, then overflows the stack.
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])(?=[ \t>])){60}/mu;

function tokensOf(source: string): Token[] {
  return TOO_DEEP.test(source) ? [{ type: "text", raw: source, text: source }] : Lexer.lex(source);
}

function isFence(token: Token): token is Tokens.Code {
  return token.type === "code" && (token as Tokens.Code).codeBlockStyle !== "indented";
}
