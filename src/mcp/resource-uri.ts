/** How memories, indexes and instruction files are called in MCP: `daybook://user/slug`, `daybook://project/MEMORY.md`. */
import type { Scope } from "../memory/index.ts";
import { indexName } from "../text/index.ts";

/** What a URI of ours names. */
export type ResourceName =
  | { kind: "index"; scope: Scope }
  | { kind: "memory"; scope: Scope; slug: string }
  | { kind: "instructions"; path: string };

const scheme = "daybook://";
const instructionsAt = `${scheme}instructions/`;

/** The URI of an index. */
export function indexUri(scope: Scope): string {
  return `${scheme}${scope}/${indexName}`;
}

/** The URI of a memory, by its id `scope/slug`. */
export function memoryUri(id: string): string {
  const at = id.indexOf("/");
  return `${scheme}${id.slice(0, at)}/${encodeURIComponent(id.slice(at + 1))}`;
}

/** The URI of an instruction file, by its path as it is shown. */
export function instructionsUri(path: string): string {
  return `${instructionsAt}${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** What a URI names; null for one that is not ours. */
export function readResourceUri(uri: string): ResourceName | null {
  if (uri.startsWith(instructionsAt)) {
    const path = decoded(uri.slice(instructionsAt.length));
    return path === null || path === "" ? null : { kind: "instructions", path };
  }
  const [, scope, rest = ""] = /^daybook:\/\/(user|project)\/([^/?#]+)$/u.exec(uri) ?? [];
  if (scope !== "user" && scope !== "project") return null;
  if (rest === indexName) return { kind: "index", scope };
  const slug = decoded(rest);
  return slug === null ? null : { kind: "memory", scope, slug };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
