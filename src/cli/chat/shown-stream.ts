import { escapeUnseen } from "../../text/index.ts";

/** Text that comes in pieces, made fit for a terminal. */
export interface ShownStream {
  /** What of this piece, and of what was held back, can be shown. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

/**
 * Escapes control, zero-width and direction characters in a stream of text. Whether a joiner belongs to an
 * emoji or hides something depends on its neighbours, so the last character waits for the next piece.
 */
export function createShownStream(): ShownStream {
  let held = "";
  return {
    push(piece) {
      const text = held + piece;
      const cut = lastBoundary(text);
      held = text.slice(cut);
      return escapeUnseen(text.slice(0, cut), { keepLines: true });
    },
    end() {
      const rest = held;
      held = "";
      return escapeUnseen(rest, { keepLines: true });
    },
  };
}

// Before the last character, and never beside a joiner, a selector or a carriage return. Line ends need no wait.
function lastBoundary(text: string): number {
  if (text.endsWith("\n")) return text.length;
  let cut = text.length;
  do cut = before(text, cut);
  while (cut > 0 && text.length - cut < LONGEST_WAIT && (joins(text, before(text, cut)) || joins(text, cut)));
  return cut;
}

const LONGEST_WAIT = 64;

function before(text: string, at: number): number {
  const isPair = /[\uDC00-\uDFFF]/u.test(text.charAt(at - 1)) && /[\uD800-\uDBFF]/u.test(text.charAt(at - 2));
  return Math.max(0, at - (isPair ? 2 : 1));
}

// Joiners, emoji selectors, and the first half of a line end.
const joining = new Set(["\u200c", "\u200d", "\ufe0e", "\ufe0f", "\r"]);

function joins(text: string, at: number): boolean {
  return joining.has(text.charAt(at));
}
