/** The text of a file, and half a sentence on what had to be replaced; or why it is none. */
export type Decoded = { ok: true; text: string; problem: string | null } | { ok: false; why: string };

const REPLACED = "�";
// Of what was decoded wrongly, beyond which nobody could read the rest.
const UNREADABLE_SHARE = 0.3;

/**
 * UTF-8, with or without a byte order mark, and UTF-16 of either order, also without one. Of anything else
 * only the ASCII part is right, so it is loaded with a word about it, or refused when little is left.
 * `isBeginning`: the bytes may end within a character.
 */
export function decodeText(bytes: Uint8Array, { isBeginning }: { isBeginning: boolean }): Decoded {
  const order = utf16OrderOf(bytes);
  if (order !== null) return asText(decodeUtf16(bytes, order));
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return asText(decoder.decode(bytes, { stream: isBeginning }));
  } catch {
    return withReplacements(new TextDecoder().decode(bytes, { stream: isBeginning }));
  }
}

function asText(text: string): Decoded {
  return text.includes("\0") ? { ok: false, why: notText } : { ok: true, text, problem: null };
}

const notText = "it is binary, not text";

function withReplacements(text: string): Decoded {
  if (text.includes("\0")) return { ok: false, why: notText };
  const wrong = text.match(/\ufffd|(?!\s)\p{Cc}/gu)?.length ?? 0;
  if (wrong > text.length * UNREADABLE_SHARE) {
    return { ok: false, why: "it is not UTF-8 text; save it as UTF-8" };
  }
  return {
    ok: true,
    text,
    problem: `it is not UTF-8, so what is not ASCII in it became ${REPLACED}; save it as UTF-8`,
  };
}

type Order = "little" | "big";

function utf16OrderOf(bytes: Uint8Array): Order | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "little";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "big";
  return orderByZeros(bytes.subarray(0, 1_024));
}

// Latin text in UTF-16 has a zero in every other byte, and nowhere else.
function orderByZeros(bytes: Uint8Array): Order | null {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = bytes.length * 0.4;
  if (bytes.length < 4) return null;
  if (even === 0 && odd > most) return "little";
  return odd === 0 && even > most ? "big" : null;
}

function decodeUtf16(bytes: Uint8Array, order: Order): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (order === "big" ? whole.swap16() : whole).toString("utf16le");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
