// Apart from what reads them: these are in the types of the library, which must do without Node's own.

/** A wish of the person that stands in a log, and when it was made (ISO; null when not told). */
export interface Wished<Value> {
  value: Value;
  at: string | null;
}

/** What the beginning of a log tells. */
export interface HeadFacts {
  /** ISO time that the header or else the first record tells; only looked for where it is asked for. */
  created: string | null;
  /** The first words of the person, as they said them; cut far behind what is shown where they are very long. */
  firstPrompt: string | null;
}

/** What the end of a log tells. */
export interface TailFacts {
  /** ISO time of the last valid message; null where none was found. */
  lastActive: string | null;
  /** Behind it stands a line that cannot be read: something may have been said since. */
  damagedEnd: boolean;
  title: Wished<string> | null;
  pinned: Wished<boolean> | null;
}

/** A log of which parts are read. */
export interface LogPart {
  bytes: number;
  read(from: number, to: number): Promise<Uint8Array>;
}
