/**
 * SHA-256 as FIPS 180-4 has it, for a short content, in hexadecimal digits. It runs once in a process that has just
 * begun, so it is written to be interpreted: plain loops, nothing made in them.
 */
export function shortSha256(content: Uint8Array): string {
  const { roots, cubes } = primes();
  const state = Int32Array.from(roots);
  const words = new Int32Array(64);
  const blocks = padded(content);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let word = 0; word < 16; word += 1) words[word] = blocks.getInt32(at + word * 4);
    extend(words);
    mix(state, words, cubes);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The content, a one bit, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(content: Uint8Array): DataView {
  const bytes = new Uint8Array((content.length + 9 + 63) & ~63);
  bytes.set(content);
  bytes[content.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, content.length * 8);
  return view;
}

/** The first 32 bits behind the point of the square roots of 8 primes and the cube roots of 64. */
function primes(): { roots: number[]; cubes: number[] } {
  const found: number[] = [];
  for (let number = 2; found.length < 64; number += 1) if (isPrime(number)) found.push(number);
  return {
    roots: found.slice(0, 8).map((prime) => behindPoint(Math.sqrt(prime))),
    cubes: found.map((prime) => behindPoint(Math.cbrt(prime))),
  };
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}

function behindPoint(number: number): number {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

function extend(words: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
  }
}

function mix(state: Int32Array, words: Int32Array, cubes: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const spread = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + spread + choice + (cubes[at] ?? 0) + (words[at] ?? 0)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [at, added] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + added;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
