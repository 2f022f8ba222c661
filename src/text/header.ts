/** One scalar of a header, and where it stands. */
export interface HeaderField {
  /** Key of the mapping it stands in (`metadata`), or null at the top. */
  parent: string | null;
  key: string;
  /** Empty where nothing is written. */
  value: string;
  /** UTF-16 offsets of the value's source in the text; equal where nothing is written. */
  from: number;
  to: number;
  /** It stands inside `{...}`, where a plain value ends at a comma. */
  flow: boolean;
}

/** Something a reader had to work around, for people. */
export interface HeaderProblem {
  /** 1-based line of the file. */
  line: number;
  text: string;
}

/** What one of the three readers makes of the lines between the fences. */
export interface ReadHeader {
  fields: HeaderField[];
  problems: HeaderProblem[];
  damaged: boolean;
}
