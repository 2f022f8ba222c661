import { messageOf } from "../../errors/index.ts";
import type { SecretGate } from "../../guard/index.ts";
import type { Storage, StoragePath } from "../../storage/index.ts";

import type { Scope } from "../types.ts";
import { findSecrets } from "./check-secrets.ts";
import type { Doctoring } from "./context.ts";
import { finding, unreadableState, type Finding } from "./finding.ts";

/** Secrets in what daybook writes down beside memories: texts that came there before, or past, the gate. */

interface RecordFile {
  path: StoragePath;
  scope: Scope;
  remedy: string;
}

const byHand = "Take it out by hand while nothing runs, and renew it.";
const fromHistory = `\`daybook rm --session ID --purge\` takes out what a session brought. Else: ${byHand.toLowerCase()}`;

const recordFiles: readonly RecordFile[] = [
  { path: "home/history.jsonl", scope: "user", remedy: fromHistory },
  { path: "project/history.jsonl", scope: "project", remedy: fromHistory },
  { path: "project/events.jsonl", scope: "project", remedy: byHand },
  { path: "project/events.jsonl.old", scope: "project", remedy: byHand },
  { path: "project/prompts.jsonl", scope: "project", remedy: byHand },
  {
    path: "project/session-marks.json",
    scope: "project",
    remedy: "Give the session another title, and renew it.",
  },
];

/** Of a longer file the end is looked at, as much as takes some seconds. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Characters of lines that are looked at in one go. */
const BATCH = 256 * 1024;

/** Looks for secrets in histories, receipts, typed lines and titles. Session logs keep what was said, and are not looked at. */
export async function checkRecords({ store: { storage, gate } }: Doctoring): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const each of recordFiles) {
    if (each.path.startsWith("project/") && !storage.has("project")) continue;
    try {
      for await (const lines of linesOf(storage, each.path))
        found.push(...(await secretsIn(gate, each, { lines, storage })));
    } catch (error) {
      found.push(unreadableState(each.scope, storage.locate(each.path), messageOf(error)));
    }
  }
  return found;
}

interface Line {
  /** 1-based. */
  line: number;
  text: string;
}

/** The lines of a file, some at a time. */
async function* linesOf(storage: Storage, path: StoragePath): AsyncGenerator<Line[], void> {
  const from = ((await storage.size(path)) ?? 0) - MOST_BYTES;
  const decoder = new TextDecoder();
  let [line, passed, rest] = [1, 0, ""];
  let batch: Line[] = [];
  let size = 0;
  for await (const chunk of storage.stream(path)) {
    passed += chunk.length;
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const text of parts) {
      if (passed > from) batch.push({ line, text });
      size += text.length;
      line += 1;
    }
    if (size < BATCH) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  yield [...batch, { line, text: rest }];
}

async function secretsIn(
  gate: SecretGate,
  { path, scope, remedy }: RecordFile,
  { lines, storage }: { lines: readonly Line[]; storage: Storage },
): Promise<Finding[]> {
  const texts = lines.map(({ line, text }) => ({ line, text: wordsOf(text) }));
  return [...(await findSecrets(gate, texts))].flatMap(([{ line }, secrets]) =>
    [...new Set(secrets.map(({ kind }) => kind))].map((kind) =>
      finding("secret", {
        scope,
        file: storage.locate(path),
        line,
        message: `It holds a secret: ${kind}.`,
        remedy,
      }),
    ),
  );
}

/** What a line says, without the marks of JSON, which would hide a secret or look like one. */
function wordsOf(line: string): string {
  try {
    const words: string[] = [];
    gather(JSON.parse(line), words);
    return words.join("\n");
  } catch {
    return line;
  }
}

function gather(value: unknown, words: string[]): void {
  if (typeof value === "string") words.push(value);
  else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) gather(each, words);
}
