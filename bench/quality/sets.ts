/** The sets that recall is measured on, read where they lie: none of their text is in this repository. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fieldOf, readFrontmatter } from "../../src/text/index.ts";

export interface QualityDocument {
  id: string;
  name: string;
  description: string;
  slug: string;
  body: string;
  /** ISO time, or null. */
  modified: string | null;
  type: string;
}

export interface QualityQuestion {
  text: string;
  /** Ids of the documents that answer it; empty where nothing should come. */
  gold: string[];
  kind: string;
}

/** Documents that share an index, and what is asked of them. */
export interface QualityGroup {
  id: string;
  documents: QualityDocument[];
  questions: QualityQuestion[];
}

interface PlainGroup {
  id: string;
  docs: { id: string; text: string }[];
  queries: { text: string; gold: string[]; cat: string | number }[];
}

/** A set of one conversation a line. */
export async function readConversations(file: string): Promise<QualityGroup[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => groupOf(JSON.parse(line) as PlainGroup));
}

/** A set in one JSON value. */
export async function readGroups(file: string): Promise<QualityGroup[]> {
  const { groups } = JSON.parse(await readFile(file, "utf8")) as { groups: PlainGroup[] };
  return groups.map(groupOf);
}

function groupOf({ id, docs, queries }: PlainGroup): QualityGroup {
  return {
    id,
    documents: docs.map((doc) => ({ ...empty, id: doc.id, body: doc.text })),
    questions: queries.map(({ text, gold, cat }) => ({ text, gold, kind: String(cat) })),
  };
}

const empty = { name: "", description: "", slug: "", modified: null, type: "" };

/** Each person's messages of a shared index as an index of their own; their number stands before the colon of an id. */
export function byPerson(groups: readonly QualityGroup[]): QualityGroup[] {
  return groups.flatMap(({ id, documents, questions }) => {
    const people = [...new Set(documents.map((document) => personOf(document.id)))];
    return people.map((person) => ({
      id: `${id}/${person}`,
      documents: documents.filter((document) => personOf(document.id) === person),
      questions: questions
        .filter(({ gold }) => mostFrequent(gold.map(personOf)) === person)
        .map((question) => ({
          ...question,
          gold: question.gold.filter((each) => personOf(each) === person),
        })),
    }));
  });
}

function personOf(id: string): string {
  return id.slice(0, id.indexOf(":"));
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0];
}

/** The workspaces of the recall set. */
export async function readWorkspaces(folder: string): Promise<QualityGroup[]> {
  const lines = (await readFile(join(folder, "questions.jsonl"), "utf8"))
    .split("\n")
    .filter((line) => line !== "");
  const questions = lines.map(
    (line) => JSON.parse(line) as { workspace: string; q: string; gold: string[]; kind: string },
  );
  const workspaces = [...new Set(questions.map(({ workspace }) => workspace))];
  return Promise.all(
    workspaces.map(async (id) => ({
      id,
      documents: await readMemories(join(folder, "workspaces", id)),
      questions: questions
        .filter(({ workspace }) => workspace === id)
        .map(({ q, gold, kind }) => ({ text: q, gold, kind })),
    })),
  );
}

async function readMemories(workspace: string): Promise<QualityDocument[]> {
  const scopes = ["user", "project"].map(async (scope) => {
    const names = (await readdir(join(workspace, scope))).filter((name) => name.endsWith(".md"));
    return Promise.all(names.map((name) => readMemory(join(workspace, scope), name)));
  });
  return (await Promise.all(scopes)).flat();
}

async function readMemory(folder: string, file: string): Promise<QualityDocument> {
  const header = await readFrontmatter(await readFile(join(folder, file), "utf8"));
  const slug = file.slice(0, -".md".length);
  const value = (key: string): string => fieldOf(header, key)?.value ?? "";
  return {
    id: slug,
    slug,
    name: value("name"),
    description: value("description"),
    type: value("type"),
    modified: value("modified") || null,
    body: header.body,
  };
}
