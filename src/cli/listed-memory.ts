import type { ListedMemory } from "../memory/index.ts";

/** A memory as `list --json` and `show --json` give it: a contract with programs, so the fields are named one by one. */
export function listedMemory(memory: ListedMemory): Record<string, unknown> {
  const { id, slug, scope, type, name, description, file, modified, source } = memory;
  return { id, slug, scope, type, name, description, path: file, modified, source };
}
