import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { Book } from "../app/index.ts";
import { DaybookError } from "../errors/index.ts";
import { loadInstructions } from "../instructions/index.ts";
import type { FoundInstructions } from "../instructions/index.ts";
import type { Scope } from "../memory/index.ts";
import type { KnownMemory } from "../search/index.ts";
import { indexName } from "../text/index.ts";
import { harmless, harmlessLine, readMemory } from "../tools/index.ts";
import { lastModified, timeOfFile, timeOfIndex } from "./last-modified.ts";
import { indexUri, instructionsUri, memoryUri, readResourceUri } from "./resource-uri.ts";

const scopes: readonly Scope[] = ["user", "project"];
const mimeType = "text/markdown";
const whose: Readonly<Record<Scope, string>> = {
  user: "the person's, in every project",
  project: "this project's",
};

/** Memories on one page: clients that read no further see the indexes, and the newest of each scope. */
const PAGE = 500;

/** How memories are named where they are not listed. */
export const resourceTemplates: readonly ResourceTemplateType[] = scopes.map((scope) => ({
  uriTemplate: `daybook://${scope}/{slug}`,
  name: `${scope}-memory`,
  title: `A memory of ${scope} scope`,
  description: `One memory in full: ${whose[scope]}. Its slug stands in the index.`,
  mimeType,
}));

/** One page of what can be read, as it lies on the disk now: indexes and instruction files, then memories. */
export async function listResources(
  book: Book,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const from = cursor === undefined ? 0 : Number(cursor);
  const { memories } = await book.search.all();
  const first = from === 0 ? [...(await indexResources(book)), ...(await instructionResources(book))] : [];
  const end = from + PAGE;
  return {
    resources: [...first, ...memories.slice(from, end).map(memoryResource)],
    ...(memories.length > end && { nextCursor: String(end) }),
  };
}

/** Whether a cursor is one that `listResources` gave. */
export function isCursor(cursor: string): boolean {
  return /^\d{1,9}$/u.test(cursor) && Number(cursor) % PAGE === 0;
}

async function indexResources({ storage }: Book): Promise<Resource[]> {
  return Promise.all(
    scopes.map(async (scope) => ({
      uri: indexUri(scope),
      name: `${scope}/${indexName}`,
      title: scope === "user" ? "Index of the person's memories" : "Index of this project's memories",
      description: `One line a memory: ${whose[scope]}.`,
      mimeType,
      annotations: annotated(1, lastModified(await timeOfIndex(storage, scope))),
    })),
  );
}

async function instructionResources(book: Book): Promise<Resource[]> {
  const found = await instructionsOf(book);
  return Promise.all(
    found.map(async ({ path, file }) => ({
      uri: instructionsUri(path),
      name: harmlessLine(path),
      title: `Instructions: ${harmlessLine(path)}`,
      description: "What people wrote for the agents that work here.",
      mimeType,
      annotations: annotated(0.8, lastModified(await timeOfFile(file))),
    })),
  );
}

function memoryResource({ id, name, description, modified, isShared, fileTime }: KnownMemory): Resource {
  return {
    uri: memoryUri(id),
    name: harmlessLine(id),
    title: harmlessLine(name),
    ...(description !== "" && { description: harmlessLine(description) }),
    mimeType,
    annotations: annotated(0.5, lastModified(modified ?? (isShared ? null : fileTime))),
  };
}

function annotated(priority: number, time: { lastModified?: string }): NonNullable<Resource["annotations"]> {
  return { audience: ["user", "assistant"], priority, ...time };
}

/** The text of a resource. Fails with `ResourceNotFoundError`, whose sentence says what there is. */
export async function readResource(book: Book, uri: string): Promise<ReadResourceResult> {
  const text = await textOf(book, uri);
  return { contents: [{ uri, mimeType, text }] };
}

async function textOf(book: Book, uri: string): Promise<string> {
  const name = readResourceUri(uri);
  switch (name?.kind) {
    case "index": {
      const view = (await book.store.indexes()).views.find(({ scope }) => scope === name.scope);
      return harmless(view?.text ?? "");
    }
    case "instructions": {
      const found = (await instructionsOf(book)).find(({ path }) => path === name.path);
      if (found !== undefined) return found.text;
      throw new ResourceNotFoundError(uri, `There is no instruction file ${JSON.stringify(name.path)} here.`);
    }
    case "memory":
      return memoryText(book, { uri, ...name });
    default:
      throw new ResourceNotFoundError(
        uri,
        "There is no such resource. daybook's are daybook://user/SLUG, daybook://project/SLUG, their indexes (MEMORY.md for SLUG) and daybook://instructions/FILE.",
      );
  }
}

async function memoryText(
  { store }: Book,
  { uri, scope, slug }: { uri: string; scope: Scope; slug: string },
): Promise<string> {
  try {
    return (await readMemory({ store }, { slug, scope })).content;
  } catch (error) {
    if (DaybookError.isInstance(error)) throw new ResourceNotFoundError(uri, harmless(error.message));
    throw error;
  }
}

async function instructionsOf({
  cwd,
  project,
  home,
  host,
  settings,
  storeOptions,
}: Book): Promise<FoundInstructions[]> {
  const loaded = await loadInstructions({
    cwd,
    projectRoot: project.identity.root,
    home,
    userHome: host.userHome,
    limits: settings.limits,
    gate: storeOptions.gate,
  });
  return loaded?.apart() ?? [];
}
