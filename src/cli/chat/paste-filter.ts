import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { InputStream } from "../../app/index.ts";

/** Stands for a line end inside a paste, so that a pasted text is one prompt and not one prompt a line. */
export const pastedLineEnd = "\u240a";

const START = "\u001b[200~";
const END = "\u001b[201~";

/**
 * Stands between a terminal and readline. With bracketed paste on, the terminal puts marks around a paste;
 * between them line ends become `pastedLineEnd`, and other controls are dropped.
 */
export class PasteFilter extends Transform {
  readonly isTTY = true;
  readonly #terminal: InputStream;
  readonly #decoder = new StringDecoder("utf8");
  #inPaste = false;
  #held = "";

  constructor(terminal: InputStream) {
    super();
    this.#terminal = terminal;
  }

  /** readline switches the terminal's own mode through this. */
  setRawMode(mode: boolean): this {
    this.#terminal.setRawMode?.(mode);
    return this;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.push(this.#filter(this.#held + this.#decoder.write(chunk)));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.push(this.#held + this.#decoder.end());
    done();
  }

  #filter(text: string): string {
    this.#held = "";
    let rest = text;
    let out = "";
    for (;;) {
      const mark = this.#inPaste ? END : START;
      const at = rest.indexOf(mark);
      if (at < 0) {
        const kept = rest.length - this.#unfinished(mark, rest);
        this.#held = rest.slice(kept);
        return out + this.#plain(rest.slice(0, kept));
      }
      out += this.#plain(rest.slice(0, at));
      rest = rest.slice(at + mark.length);
      this.#inPaste = !this.#inPaste;
    }
  }

  #plain(text: string): string {
    if (!this.#inPaste) return text;
    return text
      .replace(/\r\n|\r|\n/gu, pastedLineEnd)
      .replace(/(?!\t)\p{Cc}/gu, "")
      .replaceAll("\t", "  ");
  }

  // How much of the end waits for the next piece. Outside a paste a lone Esc is a key and goes through at once.
  #unfinished(mark: string, text: string): number {
    if (this.#inPaste && text.endsWith("\r")) return 1;
    const least = this.#inPaste ? 1 : 2;
    for (let length = Math.min(mark.length - 1, text.length); length >= least; length -= 1) {
      if (text.endsWith(mark.slice(0, length))) return length;
    }
    return 0;
  }
}
