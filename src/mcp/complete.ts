import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";
import type { Book } from "../app/index.ts";
import { memoryTypes } from "../memory/index.ts";

/** What a client may be told at once. */
const MOST = 100;

/** Completes the slug of a memory's URI, and the type in the prompt `remember`; nothing for anything else. */
export async function complete(
  open: () => Promise<Book>,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  if (ref.type === "ref/prompt") {
    const known = ref.name === "remember" && argument.name === "type" ? memoryTypes : [];
    return completion(known, argument.value);
  }
  const scope = /^daybook:\/\/(user|project)\/\{slug\}$/u.exec(ref.uri)?.[1];
  if (scope === undefined || argument.name !== "slug") return completion([], "");
  const { memories } = await (await open()).search.all();
  const slugs = memories.filter((memory) => memory.scope === scope).map(({ slug }) => slug);
  return completion(slugs, argument.value);
}

/** Those that begin with what was typed, then those that hold it. */
function completion(known: readonly string[], typed: string): CompleteResult {
  const wanted = typed.toLowerCase();
  const begins = known.filter((value) => value.toLowerCase().startsWith(wanted));
  const holds = known.filter((value) => value.toLowerCase().includes(wanted) && !begins.includes(value));
  const values = [...begins, ...holds];
  return {
    completion: {
      values: values.slice(0, MOST),
      total: values.length,
      hasMore: values.length > MOST,
    },
  };
}
