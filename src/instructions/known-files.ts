import type { LoadedFile } from "./instruction-file.ts";
import type { JudgedFile } from "./open-file.ts";

/** What became of each real file, under whatever name it was come upon. */
export class KnownFiles {
  readonly #loaded = new Map<string, LoadedFile>();
  readonly #refused = new Map<string, string>();
  readonly #apart = new Set<string>();

  load(file: JudgedFile, loaded: LoadedFile): void {
    for (const key of keysOf(file)) this.#loaded.set(key, loaded);
  }

  loaded(file: JudgedFile): LoadedFile | undefined {
    return valueOf(this.#loaded, file);
  }

  /** It is not read and searched again for another word. `why` is half a sentence. */
  refuse(file: JudgedFile, why: string): void {
    for (const key of keysOf(file)) this.#refused.set(key, why);
  }

  whyRefused(file: JudgedFile): string | null {
    return valueOf(this.#refused, file) ?? null;
  }

  /** It will be loaded by its name, and is no include of another. */
  keepApart(file: JudgedFile): void {
    for (const key of keysOf(file)) this.#apart.add(key);
  }

  isApart(file: JudgedFile): boolean {
    return keysOf(file).some((key) => this.#apart.has(key));
  }
}

function valueOf<T>(values: ReadonlyMap<string, T>, file: JudgedFile): T | undefined {
  return keysOf(file)
    .map((key) => values.get(key))
    .find((value) => value !== undefined);
}

// Some file systems give every file the inode 0.
function keysOf({ real, entry }: JudgedFile): string[] {
  return entry.inode === 0n ? [real] : [real, `${entry.device}:${entry.inode}`];
}
