/** The parts of a memory that are searched, and how often a term occurs in each, packed into 16 bits. */

export const fields = ["name", "description", "slug", "body"] as const;
export type Field = (typeof fields)[number];

/** Bits a field takes; more occurrences than fit count as the most that do, where BM25 is flat anyway. */
const bits: Readonly<Record<Field, number>> = { name: 3, description: 4, slug: 3, body: 6 };
const shifts: Readonly<Record<Field, number>> = { name: 0, description: 3, slug: 7, body: 10 };

/** `packed` with one more occurrence in `field`. */
export function withOccurrence(packed: number, field: Field): number {
  return occurrences(packed, field) < most(field) ? packed + (1 << shifts[field]) : packed;
}

export function occurrences(packed: number, field: Field): number {
  return (packed >>> shifts[field]) & most(field);
}

function most(field: Field): number {
  return (1 << bits[field]) - 1;
}
