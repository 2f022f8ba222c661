/** Typed arrays that grow. */

type Grown = Uint16Array | Uint32Array | Float32Array;

/** The array itself where it holds `length` elements, else a copy with room to spare. */
export function grown<T extends Grown>(array: T, length: number): T {
  if (array.length >= length) return array;
  const Constructor = array.constructor as new (length: number) => T;
  const larger = new Constructor(Math.max(16, length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
