/**
 * The large text that this process wrote last. Who saves several memories reads the same index again before each:
 * while the bytes on the disk are those it wrote, they need not be decoded anew, which costs more than a write.
 */
export interface LastText {
  /** The text of these bytes, if they are the remembered ones. */
  of(bytes: Uint8Array): string | undefined;
  remember(bytes: Uint8Array, text: string): void;
}

/** Smaller texts are decoded in no time. */
const LARGE = 32 * 1024;

// What half a pair is written as: bytes that hold it may come from another text than the one they decode to.
const REPLACED = Buffer.from("\ufffd");

/** Remembers one text at a time. */
export function createLastText(): LastText {
  let last: { bytes: Uint8Array; text: string } | undefined;
  return {
    of(bytes) {
      const isSame = last?.bytes.length === bytes.length && Buffer.compare(last.bytes, bytes) === 0;
      return isSame ? last?.text : undefined;
    },
    remember(bytes, text) {
      if (
        bytes.length >= LARGE &&
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(REPLACED) === -1
      )
        last = { bytes, text };
    },
  };
}
