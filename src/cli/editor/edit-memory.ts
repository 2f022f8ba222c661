import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DaybookError, messageOf } from "../../errors/index.ts";
import type { Memory, MemoryStore, SaveResult } from "../../memory/index.ts";
import { parseDraft, renderDraft } from "./draft.ts";
import type { Draft } from "./draft.ts";

export interface EditMemory {
  store: MemoryStore;
  /** Slug or id. */
  reference: string;
  /** Lets the person change the file and resolves when they are done. */
  open(file: string): Promise<void>;
}

/** `unchanged` when the person closed the editor without a change. */
export type Edited = { outcome: "unchanged"; id: string } | { outcome: "saved"; result: SaveResult };

/**
 * Lets a person correct a memory in a copy, then saves it as theirs. When it cannot be saved (a broken
 * header, a limit, someone else's change meanwhile), the copy stays and the error says where.
 */
export async function editMemory({ store, reference, open }: EditMemory): Promise<Edited> {
  const memory = await store.read(reference);
  const draft = renderDraft(memory);
  const file = join(await mkdtemp(join(tmpdir(), "daybook-edit-")), `${memory.slug}.md`);
  await writeFile(file, draft, { mode: 0o600 });
  try {
    await open(file);
    const text = await readFile(file, "utf8");
    const changed = parseDraft(text, memory);
    const edited: Edited =
      Object.keys(changed).length === 0
        ? { outcome: "unchanged", id: memory.id }
        : { outcome: "saved", result: await saveChanged(store, memory, changed) };
    await removeCopy(file);
    return edited;
  } catch (error) {
    if ((await readFile(file, "utf8").catch(() => draft)) !== draft) throw withCopy(error, file);
    await removeCopy(file);
    throw error;
  }
}

// Without a new type the memory stays in its scope; with one the type decides again.
function saveChanged(store: MemoryStore, memory: Memory, changed: Partial<Draft>): Promise<SaveResult> {
  const { slug, version } = memory;
  const place = changed.type === undefined ? { scope: memory.scope } : {};
  return store.save({ ...changed, ...place, slug, version, source: "user" });
}

function withCopy(error: unknown, file: string): DaybookError {
  const code = DaybookError.isInstance(error) ? error.code : "io";
  const care = code === "secret" ? " Delete it when you are done: it holds the secret." : "";
  return new DaybookError(
    code,
    `${messageOf(error)} The memory is as it was; your text is kept in ${file}.${care}`,
    {
      cause: error,
      data: { copy: file },
    },
  );
}

async function removeCopy(file: string): Promise<void> {
  await rm(dirname(file), { recursive: true, force: true });
}
