import { createHash } from "node:crypto";
import { parseReference, slugify } from "../memory/index.ts";
import type { NewProposal } from "./proposal.ts";
import { nearDuplicate, similarity } from "./similarity.ts";

/** Two texts for one memory are alike anyway: they say the same only from here on. */
const sameChange = 0.8;
const idCharacters = 40;

/** The same for the same proposal, however its blanks and capitals stand and whichever version it was made against. */
export function idOf({ op, memory, targets }: NewProposal): string {
  const said = memory && [
    memory.scope,
    memory.type,
    ...[memory.name, memory.description, memory.body].map(plain),
  ];
  const source = JSON.stringify([op, targets.map(({ id }) => id), said]);
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  return `${slugify(memory?.name ?? `forget ${parseReference(targets[0]?.id ?? "").slug}`, idCharacters)}-${hash}`;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** All that accepting a proposal goes by: where it is the same, the same is done. */
export function contentOf({ op, memory, targets }: NewProposal): string {
  const { name = "", description = "", type = "", scope = "", body = "" } = memory ?? {};
  const said = memory === null ? null : [name, description, type, scope, body];
  return createHash("sha256")
    .update(JSON.stringify([op, said, targets.map(({ id, version }) => [id, version])]))
    .digest("hex");
}

/** Whether a proposal asks for what another one asked for, maybe in other words. */
export function asksTheSame(one: NewProposal, other: NewProposal): boolean {
  if (one.op === "merge" || other.op === "merge") return one.op === other.op && areSameTargets(one, other);
  if (one.op === "forget" || other.op === "forget") return one.op === other.op && areSameTargets(one, other);
  if (one.memory === null || other.memory === null || one.op !== other.op) return false;
  const likeness = similarity(one.memory, other.memory);
  // Another type puts a new note into another scope: it says the same all the same.
  if (one.op === "create") return likeness >= nearDuplicate;
  return one.memory.scope === other.memory.scope && areSameTargets(one, other) && likeness >= sameChange;
}

/** Whether both are about the same memories, in whatever order. */
function areSameTargets(one: Pick<NewProposal, "targets">, other: Pick<NewProposal, "targets">): boolean {
  const ids = new Set(one.targets.map(({ id }) => id));
  return ids.size === other.targets.length && other.targets.every(({ id }) => ids.has(id));
}

/** Whether both saw these memories in the same versions. */
export function areSameVersions(
  one: Pick<NewProposal, "targets">,
  other: Pick<NewProposal, "targets">,
): boolean {
  const versions = new Map(one.targets.map(({ id, version }) => [id, version]));
  return areSameTargets(one, other) && other.targets.every(({ id, version }) => versions.get(id) === version);
}
