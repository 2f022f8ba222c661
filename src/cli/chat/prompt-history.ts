import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SecretGate } from "../../guard/index.ts";

/** What a person typed in the chats of a project. */
export interface PromptHistory {
  /** Newest first, at most 1,000. A file that cannot be read has none. */
  load(): Promise<string[]>;
  /** Keeps one prompt, unless it holds a secret. Never fails: a history is only a comfort. */
  keep(text: string): void;
  /** Resolves when what was kept is on disk. */
  settle(): Promise<void>;
}

export interface PromptHistoryOptions {
  /** Absolute path of `prompts.jsonl`. */
  file: string;
  gate: SecretGate;
  now(): Date;
  /** Called before a prompt is kept: makes the project known to the home; fails when it has moved away meanwhile. */
  prepare(): Promise<void>;
}

const MOST = 1_000;
const LONGEST = 20_000;

/** A history in a file of one JSON object a line, `{ts, text}`, that only the person can read. */
export function createPromptHistory({ file, gate, now, prepare }: PromptHistoryOptions): PromptHistory {
  let writing: Promise<void> = Promise.resolve();
  let newest = "";

  async function append(text: string): Promise<void> {
    if ((await gate.check(text)).length > 0) return;
    await prepare();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // One write of one line: two chats of a project may append at once.
    const line = `${JSON.stringify({ ts: now().toISOString(), text })}\n`;
    await appendFile(file, line, { mode: 0o600 });
  }

  return {
    async load() {
      const text = await readFile(file, "utf8").catch(() => "");
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      if (lines.length > MOST) await shorten(file, lines.slice(-MOST)).catch(() => undefined);
      const prompts = lines.slice(-MOST).flatMap(promptOf);
      newest = prompts.at(-1) ?? "";
      return prompts.toReversed();
    },
    keep(text) {
      if (text === newest || text.length > LONGEST) return;
      newest = text;
      writing = writing.then(() => append(text)).catch(() => undefined);
    },
    settle: () => writing,
  };
}

function promptOf(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    const isPrompt = typeof value === "object" && value !== null && "text" in value;
    return isPrompt && typeof value.text === "string" && value.text.trim() !== "" ? [value.text] : [];
  } catch {
    return [];
  }
}

async function shorten(file: string, lines: readonly string[]): Promise<void> {
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
