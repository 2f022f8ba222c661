/** A stretch of what a terminal sent: keys as they came, or a whole paste as plain text. */
export type TypedPiece = { kind: "keys"; text: string } | { kind: "paste"; text: string };

const START = "\u001b[200~";
const END = "\u001b[201~";

/**
 * Tells pastes from typing. With bracketed paste on, a terminal puts marks around a paste; what lies between
 * is text, whatever it looks like: its line ends become `\n`, and controls are dropped.
 */
export class PasteSplitter {
  #pasted: string | null = null;
  #held = "";

  /** The pieces that are complete; the beginning of a mark waits for its rest. */
  push(text: string): TypedPiece[] {
    const pieces: TypedPiece[] = [];
    let rest = this.#held + text;
    this.#held = "";
    for (;;) {
      const mark = this.#pasted === null ? START : END;
      const at = rest.indexOf(mark);
      if (at < 0) break;
      this.#take(rest.slice(0, at), pieces);
      rest = rest.slice(at + mark.length);
      if (this.#pasted === null) this.#pasted = "";
      else {
        pieces.push({ kind: "paste", text: plainPaste(this.#pasted) });
        this.#pasted = null;
      }
    }
    const kept = rest.length - this.#unfinished(rest);
    this.#held = rest.slice(kept);
    this.#take(rest.slice(0, kept), pieces);
    return pieces;
  }

  #take(text: string, pieces: TypedPiece[]): void {
    if (this.#pasted !== null) this.#pasted += text;
    else if (text !== "") pieces.push({ kind: "keys", text });
  }

  // How much of the end waits for the next piece. Outside a paste a lone Esc is a key and goes through at once.
  #unfinished(text: string): number {
    const mark = this.#pasted === null ? START : END;
    const least = this.#pasted === null ? 2 : 1;
    for (let length = Math.min(mark.length - 1, text.length); length >= least; length -= 1) {
      if (text.endsWith(mark.slice(0, length))) return length;
    }
    return 0;
  }
}

/** Pasted text as text: line ends of one kind, no controls. */
export function plainPaste(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(/(?![\t\n])\p{Cc}/gu, "");
}
