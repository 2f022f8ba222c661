import type { Message } from "../models/index.ts";
import { isRecord } from "../text/index.ts";

/**
 * The form in which a conversation is shown: roles alternate. Words that follow results stand behind them in one
 * message, and the parts of an answer that was paused are one answer.
 */
export function joinNeighbours<M extends Message>(messages: readonly M[]): M[] {
  const joined: M[] = [];
  for (let first = 0, end = 0; first < messages.length; first = end) {
    end = first + 1;
    while (messages[end]?.role === messages[first]?.role) end += 1;
    const message = end - first === 1 ? messages[first] : joinRun(messages.slice(first, end));
    if (message !== undefined) joined.push(message);
  }
  return joined;
}

function joinRun<M extends Message>(run: readonly M[]): M | undefined {
  const [first] = run;
  if (first === undefined) return undefined;
  const { raw: _raw, ...rest } = first;
  // Of several models the newest is asked again, and the forms of the others mean nothing to it.
  const model = run.findLast((message) => message.model !== undefined)?.model;
  const isOfOne = run.every((message) => message.model === first.model);
  const raw = isOfOne
    ? run.reduce<unknown>((joined, message) => joinRaw(joined, message.raw), undefined)
    : undefined;
  const joined = {
    ...rest,
    content: run.flatMap(({ content }) => content),
    ...listOf(run, "from"),
    ...listOf(run, "memories"),
    ...(model === undefined ? {} : { model }),
    ...(raw === undefined ? {} : { raw }),
  };
  // The fields of the first message, and lists of the same kinds.
  return joined as unknown as M;
}

function listOf(run: readonly object[], name: string): Record<string, unknown[]> {
  const all = run.flatMap((message) => {
    const list: unknown = (message as Record<string, unknown>)[name];
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
  return all.length === 0 ? {} : { [name]: all };
}

/** Lists one after the other, fields together: what adapters keep of an answer is made of these. */
export function joinRaw(first: unknown, second: unknown): unknown {
  if (first === undefined || second === undefined) return first ?? second;
  if (Array.isArray(first) && Array.isArray(second))
    return [...(first as unknown[]), ...(second as unknown[])];
  if (!isRecord(first) || !isRecord(second)) return second;
  const fields: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(second)) {
    fields[name] = Object.hasOwn(fields, name) ? joinRaw(fields[name], value) : value;
  }
  return fields;
}
