import type { Message } from "../models/index.ts";

/**
 * The form in which messages are sent: roles alternate. Words that follow results stand behind them in one message,
 * and the parts of an answer that was paused are one answer.
 */
export function joinNeighbours<M extends Message>(messages: readonly M[]): M[] {
  const joined: M[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) joined[joined.length - 1] = joinTwo(last, message);
    else joined.push(message);
  }
  return joined;
}

function joinTwo<M extends Message>(first: M, second: M): M {
  const { raw: firstRaw, ...rest } = first;
  const isSame = first.model === second.model;
  const raw = isSame ? joinRaw(firstRaw, second.raw) : undefined;
  const joined = { ...rest, content: [...first.content, ...second.content] };
  const lists = Object.fromEntries(
    ["from", "memories"].flatMap((name) => {
      const all = [...listIn(first, name), ...listIn(second, name)];
      return all.length === 0 ? [] : [[name, all]];
    }),
  );
  // Of two models the newer one is asked again.
  const model = second.model === undefined ? {} : { model: second.model };
  return { ...joined, ...lists, ...model, ...(raw === undefined ? {} : { raw }) } as unknown as M;
}

function listIn(message: object, name: string): unknown[] {
  const list: unknown = (message as Record<string, unknown>)[name];
  return Array.isArray(list) ? list : [];
}

/** Lists one after the other, fields together: what adapters keep of an answer is made of these. */
export function joinRaw(first: unknown, second: unknown): unknown {
  if (first === undefined || second === undefined) return first ?? second;
  if (Array.isArray(first) && Array.isArray(second))
    return [...(first as unknown[]), ...(second as unknown[])];
  if (!isFields(first) || !isFields(second)) return second;
  const fields: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(second)) {
    fields[name] = Object.hasOwn(fields, name) ? joinRaw(fields[name], value) : value;
  }
  return fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
