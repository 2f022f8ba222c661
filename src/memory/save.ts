import { DaybookError } from "../errors/index.ts";
import type { HistoryEntry, Storage, Transaction } from "../storage/index.ts";

import { timestamp, type StoreContext } from "./context.ts";
import { parseMemory, renderMemory, rewriteMemory, type WrittenHeader } from "./format.ts";
import { listingOnce, scopesOf } from "./folders.ts";
import { assertWritable, type OpenedMemory } from "./load.ts";
import { madeBefore } from "./once.ts";
import { resolveTarget, type SaveTarget } from "./resolve.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { missing, parseSaveInput, scopeOfType, type WantedSave } from "./save-input.ts";
import { refuseKeptSecrets, refuseSecrets, withholdSecrets } from "./secrets.ts";
import { readTrust } from "./trusted.ts";
import type { SaveInput, SaveResult, Scope } from "./types.ts";
import { writeMemoryFile } from "./write-file.ts";

/** Saves a memory: the file and its index line in one change, or nothing. */
export async function saveMemory(context: StoreContext, input: SaveInput): Promise<SaveResult> {
  const wanted = parseSaveInput(input, context.limits);
  await refuseSecrets(context.gate, wanted);
  let scopes = await scopesOfSave(context, wanted);
  for (;;) {
    const locked = scopes;
    const { value, recovered } = await context.storage.change(locked, async (tx) => {
      const made = wanted.once && (await madeBefore(context.storage, wanted.once));
      if (made) return { saved: savedBefore(context, made) };
      const target = await targetOf(context, tx, wanted);
      const needed = scopesFor(target);
      // It moved to another scope between the look and the lock.
      if (needed.some((scope) => !locked.includes(scope))) return { elsewhere: needed };
      return { saved: await applySave(context, tx, { wanted, target }) };
    });
    if ("saved" in value) {
      return { ...value.saved, notes: [...value.saved.notes, ...notesOfRecovery(context, recovered)] };
    }
    scopes = value.elsewhere;
  }
}

/** Finds where a save goes, under the locks of a change or before. */
export async function targetOf(
  context: StoreContext,
  reader: Storage | Transaction,
  wanted: WantedSave,
): Promise<SaveTarget> {
  const trust = await readTrust(reader, context.storage);
  return resolveTarget({ context, reader: listingOnce(reader), trust }, wanted);
}

/** The scopes to lock. Where only the disk can tell, it is looked at first; under the lock it is looked at again. */
async function scopesOfSave(context: StoreContext, wanted: WantedSave): Promise<Scope[]> {
  const scope = wanted.scope ?? (wanted.type && scopeOfType(wanted.type));
  if (wanted.slug === undefined && scope !== undefined && scopesOf(context.storage).includes(scope))
    return [scope];
  return scopesFor(await targetOf(context, context.storage, wanted));
}

function scopesFor({ existing, folder }: SaveTarget): Scope[] {
  const before = existing?.folder.scope ?? folder.scope;
  return before === folder.scope ? [folder.scope] : ["user", "project"];
}

/** Saves within a change, once it is known where. */
export async function applySave(
  context: StoreContext,
  tx: Transaction,
  { wanted, target }: { wanted: WantedSave; target: SaveTarget },
): Promise<SaveResult> {
  const { existing } = target;
  if (existing) assertWritable(existing);
  assertVersion(existing, wanted);
  const shown = shownAfter(existing, wanted);
  const text = await textAfter(context, { existing, wanted, shown });
  const notes = existing ? await guardHistory(context, tx, { existing, text }) : [];
  const { source, session, once } = wanted;
  const saved = await writeMemoryFile(context, tx, {
    ...target,
    text,
    shown,
    by: {
      source,
      ...(session !== undefined && { session }),
      ...(once !== undefined && { key: once.key }),
    },
  });
  return { ...saved, notes: [...notes, ...saved.notes] };
}

/** A secret that a person wrote into the file by hand must be gone now, and is not kept in the history. */
export async function guardHistory(
  context: StoreContext,
  tx: Transaction,
  { existing, text }: { existing: OpenedMemory; text: string },
): Promise<string[]> {
  const { folder, name, memory } = existing;
  const notes = await withholdSecrets(context, tx, { folder, name, opened: existing });
  if (notes.length === 0) return [];
  const { header, body } = await parseMemory(text, memory.slug);
  const after = { ...existing, memory: { ...memory, ...header, body }, text };
  await refuseKeptSecrets(context.gate, { before: existing, after });
  return notes;
}

export function savedBefore({ storage }: StoreContext, { scope, slug, op }: HistoryEntry): SaveResult {
  return {
    id: `${scope}/${slug}`,
    slug,
    scope,
    path: storage.locate(`${scope === "user" ? "home" : "project"}/memory/${slug}.md`),
    action: op === "create" ? "created" : "updated",
    notes: [],
    already: true,
  };
}

function assertVersion(existing: OpenedMemory | null, { version, isNew }: WantedSave): void {
  if (isNew === true && existing !== null) {
    throw new DaybookError("conflict", `There is ${existing.memory.id} already; update that one.`, {
      data: { id: existing.memory.id, version: existing.memory.version },
    });
  }
  if (version === undefined || existing?.memory.version === version) return;
  throw new DaybookError(
    "conflict",
    existing
      ? `${existing.memory.id} was changed since it was read. Read it again, and save on top of what it says now.`
      : "The memory was deleted since it was read. Save without a version to make it anew.",
    { data: existing ? { id: existing.memory.id, version: existing.memory.version } : {} },
  );
}

/** Name and description as they will be. All three required fields must be there, old or new. */
function shownAfter(
  existing: OpenedMemory | null,
  wanted: WantedSave,
): { name: string; description: string } {
  const name = wanted.name ?? existing?.memory.name ?? "";
  const description = wanted.description ?? existing?.memory.description ?? "";
  // A type that daybook does not know is the file's own and stays; none at all is missing.
  const hasType = wanted.type !== undefined || existing !== null;
  const lacking = [
    ...(name === "" ? ["name"] : []),
    ...(description === "" ? ["description"] : []),
    ...(hasType ? [] : ["type"]),
  ];
  if (lacking.length > 0) throw missing(lacking);
  return { name, description };
}

async function textAfter(
  context: StoreContext,
  {
    existing,
    wanted,
    shown,
  }: { existing: OpenedMemory | null; wanted: WantedSave; shown: { name: string; description: string } },
): Promise<string> {
  const { source, session, type, body } = wanted;
  const written = { modified: timestamp(context), source, ...(session !== undefined && { session }) };
  if (!existing) return renderMemory({ ...shown, type: type ?? "user", ...written }, body ?? "");
  const header: Partial<WrittenHeader> = {
    ...written,
    // What the caller did not give is not touched, even where daybook read it in its own way.
    ...(wanted.name !== undefined && { name: shown.name }),
    ...(wanted.description !== undefined && { description: shown.description }),
    ...(type !== undefined && type !== existing.memory.type && { type }),
  };
  const changed =
    body === undefined || body === existing.memory.body ? {} : { body: inLineEndsOf(existing.text, body) };
  // The session of another author is no evidence for these words.
  const dropsSession = session === undefined && source !== existing.memory.source;
  const result = await rewriteMemory(existing.text, { header, ...changed, dropsSession });
  if (result.ok) return result.text;
  throw new DaybookError(
    "unreadable",
    `${existing.memory.file}, line ${result.problem.line}: ${result.problem.text}. It is left as it is; mend its header by hand.`,
    { data: { path: existing.memory.file, line: result.problem.line } },
  );
}

/** A file of CRLF lines stays one. */
function inLineEndsOf(text: string, body: string): string {
  const hasOnlyCrlf = text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);
  return hasOnlyCrlf ? body.replace(/\r?\n/g, "\r\n") : body;
}
