import { indexName, isMemoryFile } from "../../text/index.ts";
import { join } from "node:path";

import { indexPathOf, memoryFilesIn, type MemoryFolder } from "../folders.ts";
import { scanIndex, type IndexLine } from "../index-file.ts";
import { openAll, type OpenedMemory } from "../load.ts";
import { attempt } from "../readable.ts";
import { checkMemory } from "./check-memory.ts";
import { checkStrays } from "./check-strays.ts";
import { findSecrets } from "./check-secrets.ts";
import type { Doctoring } from "./context.ts";
import { finding, type Finding } from "./finding.ts";

/** A folder of memories as far as it could be read. */
export interface ReadFolder {
  folder: MemoryFolder;
  /** All that lies in it, by name, files or not. */
  names: ReadonlySet<string>;
  /** Names of its memories. */
  files: readonly string[];
  /** Null where there is none, or none that can be read. */
  index: { text: string; lines: readonly IndexLine[] } | null;
  /** Whether an index that is there could be read. */
  isIndexRead: boolean;
  /** Memories that have no line in the index. */
  unlisted: OpenedMemory[];
  /** Names of the files, the index among them, in which a secret was found. */
  secretIn: ReadonlySet<string>;
}

const AT_ONCE = 256;

/** Reads a folder whole and tells what is wrong with each of its files. */
export async function checkFolder(
  doctoring: Doctoring,
  folder: MemoryFolder,
): Promise<{ read: ReadFolder; found: Finding[] }> {
  const { store, trust, options, look } = doctoring;
  const { storage, gate, limits } = store;
  const absolute = storage.locate(folder.path);
  const found: Finding[] = [];
  const listed = await attempt(() => memoryFilesIn(storage, folder));
  const files = listed.ok ? listed.value : [];
  const kinds = listed.ok ? await kindsIn(options, absolute) : new Map<string, string>();
  if (!listed.ok) {
    found.push(unreadable(folder, absolute, listed.error.message));
  }
  for (const [name, kind] of kinds) {
    const isOurs = isMemoryFile(name) || name === indexName;
    if (kind === "file" && isMemoryFile(name) && name.includes("\\") && !files.includes(name)) {
      const problem = `${JSON.stringify(name)} is passed over: it holds a character that no name of a memory may have.`;
      found.push(unreadable(folder, join(absolute, name), problem));
    }
    if (!isOurs || kind === "file" || (kind === "link" && files.includes(name))) continue;
    if (name === indexName && kind === "link") continue;
    found.push(unreadable(folder, join(absolute, name), `${name} is ${whats[kind] ?? "no file"}.`));
  }
  found.push(...checkStrays(kinds, { scope: folder.scope, absolute }));
  const { index, isIndexRead, problem } = await readIndex(doctoring, folder);
  const indexFile = storage.locate(indexPathOf(folder));
  // What is no file was told above.
  if (problem !== null && ["file", "link"].includes(kinds.get(indexName) ?? "file"))
    found.push(unreadable(folder, indexFile, problem));
  const secretIn = new Set<string>();
  if (index !== null) {
    for (const { kind, line } of await gate.check(index.text)) {
      secretIn.add(indexName);
      found.push(secretFound(folder, { file: indexFile, kind, line }));
    }
  }
  const hasLine = new Set(index?.lines.flatMap(({ entry }) => entry?.file ?? []));
  const unlisted: OpenedMemory[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const places = files.slice(at, at + AT_ONCE).map((name) => ({ folder, name }));
    const opened = await openAll({ storage, reader: storage, trust }, places);
    for (const each of opened) found.push(...(await checkMemory(each, limits)));
    for (const [each, secrets] of await findSecrets(gate, opened)) {
      secretIn.add(each.name);
      const { file, id } = each.memory;
      found.push(...secrets.map((secret) => secretFound(folder, { file, memory: id, ...secret })));
    }
    // Only these are kept: of ten thousand memories the texts would fill the process.
    unlisted.push(...opened.filter(({ name }) => !hasLine.has(name)));
    look(opened.length);
  }
  const names = new Set([...kinds.keys(), ...files]);
  return { read: { folder, names, files, index, isIndexRead, unlisted, secretIn }, found };
}

const whats: Record<string, string> = {
  folder: "a folder, not a file",
  link: "a link that leads to no file of this folder",
  other: "a pipe or a device, not a file",
};

async function kindsIn({ files }: Doctoring["options"], absolute: string): Promise<Map<string, string>> {
  try {
    return new Map((await files.names(absolute)).map(({ name, kind }) => [name, kind]));
  } catch {
    return new Map();
  }
}

async function readIndex(
  { store: { storage } }: Doctoring,
  folder: MemoryFolder,
): Promise<Pick<ReadFolder, "index" | "isIndexRead"> & { problem: string | null }> {
  const read = await attempt(() => storage.read(indexPathOf(folder)));
  if (!read.ok) return { index: null, isIndexRead: false, problem: read.error.message };
  if (!read.value.found) return { index: null, isIndexRead: true, problem: null };
  const { text, faithful } = read.value;
  if (!faithful) return { index: null, isIndexRead: false, problem: `${indexName} is not UTF-8 text.` };
  return { index: { text, lines: scanIndex(text) }, isIndexRead: true, problem: null };
}

function unreadable({ scope }: MemoryFolder, file: string, problem: string): Finding {
  return finding("unreadable", {
    scope,
    file,
    message: problem,
    remedy: "Mend it by hand or move it away; daybook leaves it as it is.",
  });
}

/** The finding for a secret; kind and place, never the value. */
function secretFound(
  { scope, isShared }: MemoryFolder,
  { file, kind, line, memory }: { file: string; kind: string; line: number; memory?: string },
): Finding {
  const out = memory === undefined ? "Take it out by hand" : `Take it out: \`daybook edit ${memory}\``;
  const passed = isShared ? " Git keeps what was committed: renew it." : " Renew it if others could read it.";
  return finding("secret", {
    scope,
    file,
    line,
    ...(memory !== undefined && { memory }),
    message: `It holds a secret: ${kind}.`,
    remedy: `${out}, and note where it is kept instead; every session reads memories.${passed}`,
  });
}
