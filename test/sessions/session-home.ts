/** A home with one project whose session logs a test writes by itself, and the store that reads them. */
import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createSessionStore,
  joinNeighbours,
  type LoggedMessage,
  type ResumedSession,
  type SessionStore,
} from "../../src/sessions/index.ts";
import { createFileStorage, type FileOperations } from "../../src/storage/index.ts";
import { faultOfMessages } from "../support/strict-messages.ts";

export const sessionId = "20310301-080000-00ab";
export const start = Date.parse("2031-03-01T08:00:00.000Z");

type Content = string | Record<string, unknown>[];
export type LogRecord = Record<string, unknown>;

export const text = (words: string) => ({ type: "text", text: words });
export const call = (id: string, input: unknown = { command: "ls" }) => ({
  type: "tool_use",
  id,
  name: "Bash",
  input,
});
export const result = (id: string, content: unknown = "ok") => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
export const thinking = (signature?: string) => ({
  type: "thinking",
  thinking: "Let me see.",
  ...(signature === undefined ? {} : { signature }),
});

const blocksOf = (content: Content) => (typeof content === "string" ? [text(content)] : content);

/** Records without their numbers. */
export const record = {
  context: (model = "demo-model") => ({
    type: "context",
    system: ["Be brief."],
    tools: [],
    model,
    provider: "anthropic",
  }),
  user: (content: Content, from = blocksOf(content).map(() => "person")) => ({
    type: "user",
    content: blocksOf(content),
    from,
  }),
  assistant: (content: Content, more: LogRecord = {}) => ({
    type: "assistant",
    content: blocksOf(content),
    usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 },
    stop: "end_turn",
    model: "demo-model",
    provider: "anthropic",
    ...more,
  }),
  result: (id: string, content: unknown = "ok") => ({
    type: "tool_result",
    content: [result(id, content)],
    from: ["tool"],
  }),
  compaction: (firstKept: number, more: LogRecord = {}) => ({
    type: "compaction",
    summary: "SUM-MARKER",
    firstKept,
    ...more,
  }),
};

/** The lines of a log: a header, then these records, numbered from 1 and a second apart. */
export function linesOf(records: readonly LogRecord[]): string[] {
  const header = {
    type: "session",
    n: 0,
    v: 1,
    id: sessionId,
    project: "shop-0123456789ab",
    cwd: "/srv/shop",
    created: new Date(start).toISOString(),
  };
  return [header, ...records.map((each, at) => numbered(each, at + 1))].map((each) => JSON.stringify(each));
}

function numbered({ type, ...fields }: LogRecord, n: number): LogRecord {
  return { type, n, ts: new Date(start + n * 1000).toISOString(), ...fields };
}

export const whole = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Where logs lie, and what reads them. */
export interface SessionHome {
  store: SessionStore;
  folder: string;
  path: string;
  write(bytes: string | Uint8Array): Promise<void>;
  log(id?: string): Promise<string>;
  ids(): Promise<string[]>;
}

/** An empty home in a temporary folder. */
export async function createSessionHome(
  options: { now?: () => Date; files?: FileOperations } = {},
): Promise<SessionHome> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "daybook-sessions-")));
  const project = join(home, "projects", "shop-0123456789ab");
  const folder = join(project, "sessions");
  await mkdir(folder, { recursive: true });
  const { now = () => new Date(start + 3_600_000), files } = options;
  const storage = createFileStorage({
    folders: { home, project },
    now,
    newId: () => "id",
    ...(files && { files }),
  });
  const path = join(folder, `${sessionId}.jsonl`);
  return {
    store: createSessionStore({ storage, project: "shop-0123456789ab", now }),
    folder,
    path,
    write: (bytes) => writeFile(path, bytes),
    log: (id = sessionId) => readFile(join(folder, `${id}.jsonl`), "utf8"),
    ids: async () => (await readdir(folder)).map((name) => name.replace(".jsonl", "")),
  };
}

/** Resumes the session of this home, closes it again, and gives what it was. */
export async function resumed(home: SessionHome, model?: string): Promise<ResumedSession> {
  const outcome = await home.store.resume(sessionId, {
    cwd: "/srv/shop",
    ...(model === undefined ? {} : { model }),
  });
  await outcome.log.close();
  return outcome;
}

/** What is wrong with the request that would follow these messages. */
export function faultAfter(messages: readonly LoggedMessage[]): string | undefined {
  const next: LoggedMessage = { role: "user", content: [text("go on")], n: 0, from: ["person"] };
  return faultOfMessages({ messages: joinNeighbours([...messages, next]).map(withFittingIds) });
}

/** As the adapters send ids and names of other providers. */
function withFittingIds({ role, content }: LoggedMessage) {
  return {
    role,
    content: content.map((block) => {
      if (block.type === "tool_use")
        return { ...block, id: fitting(block["id"]), name: fitting(block["name"]) };
      return block.type === "tool_result" ? { ...block, tool_use_id: fitting(block["tool_use_id"]) } : block;
    }),
  };
}

function fitting(id: unknown): string {
  return String(id).replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}

/** Blocks one after the other, whoever said them. */
export function flat(messages: readonly LoggedMessage[]): string[] {
  return messages.flatMap(({ role, content }) => content.map((block) => `${role} ${JSON.stringify(block)}`));
}

/** All texts of a conversation, results in `<>`. */
export function said(messages: readonly LoggedMessage[]): string[] {
  return messages.map(({ role, content }) => {
    const parts = content.map((block) => {
      if (block.type === "text") return String(block["text"]);
      if (block.type === "tool_use") return `call ${String(block["id"])}`;
      if (block.type !== "tool_result") return block.type;
      const inner =
        typeof block["content"] === "string" ? block["content"] : JSON.stringify(block["content"]);
      return `<${String(block["tool_use_id"])}: ${inner}>`;
    });
    return `${role}: ${parts.join(" | ")}`;
  });
}
