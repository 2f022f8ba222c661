/** Hands a text on in whole characters, wherever its pieces were cut: half a character waits for its other half. */
export class WholeCharacters {
  #held = "";

  /** What may be shown now. */
  push(text: string): string {
    const whole = this.#held + text;
    const isCut = /[\ud800-\udbff]$/.test(whole);
    this.#held = isCut ? whole.slice(-1) : "";
    return isCut ? whole.slice(0, -1) : whole;
  }

  /** What was held back; nothing more comes. */
  rest(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }
}
