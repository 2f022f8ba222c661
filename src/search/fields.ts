/** The parts of a memory that are searched, and how often a term occurs in each, packed into 16 bits. */

export const fields = ["name", "description", "slug", "body"] as const;
export type Field = (typeof fields)[number];

/** `packed` with one more occurrence in `field`. More than fit count as the most that do, where BM25 is flat anyway. */
export function withOccurrence(packed: number, field: Field): number {
  const { shift, most } = places[field];
  return ((packed >>> shift) & most) < most ? packed + (1 << shift) : packed;
}

export function occurrences(packed: number, field: Field): number {
  const { shift, most } = places[field];
  return (packed >>> shift) & most;
}

const places: Readonly<Record<Field, { shift: number; most: number }>> = {
  name: { shift: 0, most: 7 },
  description: { shift: 3, most: 15 },
  slug: { shift: 7, most: 7 },
  body: { shift: 10, most: 63 },
};

/** Occurrences, each counted as its field counts. Written out, since every posting of a question passes here. */
export function weightedFrequency(packed: number, weights: Readonly<Record<Field, number>>): number {
  const body = weights.body * (packed >>> 10);
  if ((packed & 0x3ff) === 0) return body;
  return (
    body +
    weights.name * (packed & 7) +
    weights.description * ((packed >>> 3) & 15) +
    weights.slug * ((packed >>> 7) & 7)
  );
}
