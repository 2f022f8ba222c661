export type { Field } from "./fields.ts";
export { indexFormat, indexFromBytes, indexToBytes } from "./index-bytes.ts";
export { SearchIndex } from "./search-index.ts";
export type { SearchDocument, SearchHit, SearchOptions, TermMatch } from "./search-index.ts";
