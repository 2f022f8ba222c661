import { DaybookError } from "../../errors/index.ts";
import { slugify, type Scope } from "../../memory/index.ts";
import { escapeUnseen, indexName, isMemoryFile } from "../../text/index.ts";
import type { MemoryPath } from "./memory-path.ts";

/** What a path means where memories of daybook stand behind `/memories`. */
export type StorePlace =
  | { kind: "root" }
  | { kind: "scope"; scope: Scope }
  | { kind: "index"; scope: Scope }
  | { kind: "memory"; scope: Scope; slug: string }
  /** `hint` is a sentence that says what works. */
  | { kind: "none"; hint: string };

/** Reads a path. `open` are the scopes there are here. */
export function storePlace({ names }: MemoryPath, open: readonly Scope[]): StorePlace {
  const [folder, file, ...deeper] = names;
  if (folder === undefined) return { kind: "root" };
  const scope = open.find((name) => name === folder);
  if (scope === undefined || deeper.length > 0) return { kind: "none", hint: whatWorks(open) };
  if (file === undefined) return { kind: "scope", scope };
  if (file === indexName) return { kind: "index", scope };
  if (!isMemoryFile(file)) return { kind: "none", hint: whatWorks(open) };
  return { kind: "memory", scope, slug: file.slice(0, -".md".length) };
}

/** Names that models and people give files, and that are one name on every system. */
const NEW_NAME = /^[a-z0-9]+(?:[-_]+[a-z0-9]+)*$/iu;
const LONGEST_SLUG = 69;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;

/** The place of a memory that shall be made. Fails with `invalid`; the sentence gives a path that works. */
export function newMemoryPlace(path: MemoryPath, open: readonly Scope[]): { scope: Scope; slug: string } {
  const place = storePlace(path, open);
  if (place.kind === "index") throw readOnlyIndex(path);
  if (place.kind !== "memory") throw notAMemory(path, open);
  const { scope, slug } = place;
  if (NEW_NAME.test(slug) && slug.length <= LONGEST_SLUG && !DEVICE.test(slug)) return { scope, slug };
  throw new DaybookError(
    "invalid",
    `A new memory cannot be called ${escapeUnseen(slug.slice(0, 100))}.md: letters a to z, digits, - and _, at most ${LONGEST_SLUG}. Use /memories/${scope}/${slugify(slug)}.md; what the memory is called stands in its header as \`name\`.`,
  );
}

/** The refusal of a path that cannot be a memory. */
function notAMemory({ shown, names }: MemoryPath, open: readonly Scope[]): DaybookError {
  const stem = (names.at(-1) ?? "note").replace(/\.[a-z]{1,8}$/iu, "");
  const scope = open.find((name) => name === names[0]) ?? open.at(-1) ?? "user";
  return new DaybookError(
    "invalid",
    `${escapeUnseen(shown)} cannot be a file here. ${whatWorks(open)} For example: /memories/${scope}/${slugify(stem)}.md`,
  );
}

/** The refusal of a write to an index. */
export function readOnlyIndex({ shown }: MemoryPath): DaybookError {
  return new DaybookError(
    "invalid",
    `${shown} is read-only: it is made of the memories beside it. Edit a memory's \`name\` or \`description\`, and its line follows.`,
  );
}

function whatWorks(open: readonly Scope[]): string {
  const texts: Readonly<Record<Scope, string>> = {
    user: "/memories/user/NAME.md (about the person, for every project)",
    project: "/memories/project/NAME.md (about this project)",
  };
  return `Memories are ${open.map((scope) => texts[scope]).join(" and ")}, with no folders below.`;
}
