export type { BesideMatch, TermMatch } from "./explain.ts";
export type { Field } from "./fields.ts";
export { createMemorySearch } from "./memory-search.ts";
export type { Found, FoundMemory, KnownMemory, MemorySearch, MemorySearchOptions } from "./memory-search.ts";
export { SearchIndex } from "./search-index.ts";
export type { SearchDocument, SearchHit, SearchOptions } from "./search-index.ts";
