import { readFile } from "node:fs/promises";

/** Something to lie in the folder before the first step. */
export type Fixture =
  | { write: string; text?: string; base64?: string }
  | { mkdir: string }
  | { repeat: string; unit: string; count: number; sep?: string }
  /** `@sibling/` and `@out/` lie outside of the folder. */
  | { symlink: string; to: string }
  | { fifo: string }
  | { sibling: string };

/** What an implementation is free to do otherwise than the record. */
export type Freedom = "text" | "files" | "refusal";

export interface ParityCase {
  id: string;
  /** Where it is from: the SDKs' tests, the documentation, an edge. */
  from: string;
  setup?: Fixture[];
  /** Octal; modes are then part of the files. */
  umask?: string;
  free?: Freedom[];
  why?: string;
  steps: Record<string, unknown>[];
}

/** What one step was answered. */
export interface StepRecord {
  isError: boolean;
  text: string;
}

/** What a case was answered, and what it left. */
export interface CaseRecord {
  steps: StepRecord[];
  files: Record<string, string>;
  outside: string[];
}

export type ParityRecord = Record<string, CaseRecord>;

/** Something that carries out commands over a folder of its own. */
export interface Subject {
  /** Stands for `/memories`; fixtures are laid out in it. */
  root: string;
  /** The text of the result; a refusal is thrown. */
  run(input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function readCases(): Promise<ParityCase[]> {
  return JSON.parse(await readText("cases.json")) as ParityCase[];
}

/** What the TypeScript SDK's own tool answered. */
export async function readGolden(): Promise<ParityRecord> {
  const record = JSON.parse(await readText("golden/sdk-ts-1.14.0.json")) as { cases: ParityRecord };
  return record.cases;
}

/** Where daybook answers otherwise on purpose, and by which row of the comparison of the sources. */
export async function readExpected(): Promise<Record<string, { row: string; why: string }>> {
  return JSON.parse(await readText("expected-diffs.json")) as Record<string, { row: string; why: string }>;
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}
