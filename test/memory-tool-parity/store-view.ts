import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../src/errors/index.ts";
import { createSecretGate } from "../../src/guard/index.ts";
import { createFileStorage } from "../../src/storage/index.ts";
import { readFrontmatter } from "../../src/text/index.ts";
import { createMemoryHandlers, createStoreRoot } from "../../src/tools/index.ts";
import type { MemoryHandlers } from "../../src/tools/index.ts";
import type { CaseRecord, ParityCase, StepRecord } from "./cases.ts";
import { runHandler } from "./subjects.ts";

/**
 * The cases as they are for memories: `/memories/a.txt` becomes `/memories/user/a.md`, and what is answered is turned
 * back, without the lines of the header that each memory has.
 */

/** Why a case says nothing of memories; null where it does. */
export function reasonToLeaveOut({ setup = [], steps, umask }: ParityCase): string | null {
  if (umask !== undefined) return "modes are those of the store's own files";
  if (setup.some((fixture) => !("write" in fixture) || fixture.base64 !== undefined))
    return "links, pipes, folders and other bytes are put into folders, not into memories";
  const paths = steps.flatMap((step) => [step["path"], step["old_path"], step["new_path"]]).filter(isText);
  if (paths.some((path) => path === "/memories")) return "a folder lists scopes and memories, not files";
  if (paths.some((path) => path.startsWith("/memories/") && !PLAIN.test(path)))
    return "the path has folders, or a name that a memory cannot have";
  const names = paths.map((path) => path.toLowerCase());
  if (new Set(paths).size !== new Set(names).size) return "names that differ in case alone are one name";
  return null;
}

const PLAIN = /^\/memories\/[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*\.(?:txt|md)$/u;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

const gate = createSecretGate();

/** Runs a case over memories in a folder and gives what is to be compared with the record. */
export async function runOverStore({ setup = [], steps }: ParityCase, base: string): Promise<CaseRecord> {
  const home = join(base, "home");
  let id = 0;
  const storage = createFileStorage({
    folders: { home, project: join(base, "project") },
    now: () => new Date("2031-06-03T12:00:00Z"),
    newId: () => `op-${(id += 1)}`,
  });
  const store = { storage, gate, now: () => new Date("2031-06-03T12:00:00Z") };
  const handlers = createMemoryHandlers(createStoreRoot({ store }));
  const folder = join(home, "memory");
  for (const fixture of setup) {
    if (!("write" in fixture)) continue;
    await handlers.create({ path: inStore(`/memories/${fixture.write}`), file_text: fixture.text ?? "" });
  }
  const answers: StepRecord[] = [];
  for (const step of steps) {
    const path = [step["path"], step["old_path"]].find(isText) ?? "";
    const before = await headerLines(folder, path);
    const answered = await answer(handlers, shifted(step, before));
    answers.push({ ...answered, text: inFolder(answered.text, await headerLines(folder, path)) });
  }
  return { steps: answers, files: await bodies(folder), outside: ["secret.txt"] };
}

async function answer(handlers: MemoryHandlers, step: Record<string, unknown>): Promise<StepRecord> {
  try {
    return { isError: false, text: await runHandler(handlers, step) };
  } catch (error) {
    return { isError: true, text: messageOf(error) };
  }
}

function inStore(path: string): string {
  return PLAIN.test(path) ? path.replace(/^\/memories\/(.*)\.\w+$/u, "/memories/user/$1.md") : path;
}

/** Lines of the header in front of a memory's body; 0 where there is none. */
async function headerLines(folder: string, path: string): Promise<number> {
  const name = inStore(path).split("/").at(-1) ?? "";
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  return text.slice(0, (await readFrontmatter(text)).bodyAt).split("\n").length - 1;
}

/** The step for a file that begins with so many lines more. */
function shifted(step: Record<string, unknown>, lines: number): Record<string, unknown> {
  const moved = (value: unknown): unknown => (typeof value === "number" && value > 0 ? value + lines : value);
  const paths = ["path", "old_path", "new_path"].filter((name) => isText(step[name]));
  return {
    ...step,
    ...Object.fromEntries(paths.map((name) => [name, inStore(String(step[name]))])),
    ...("insert_line" in step && { insert_line: moved(step["insert_line"]) }),
    ...(Array.isArray(step["view_range"]) && { view_range: shiftedRange(step["view_range"], lines) }),
  };
}

/** Lines before the first are still before the first of the body. */
function shiftedRange(range: unknown[], lines: number): unknown[] {
  return range.map((value, at) => {
    if (typeof value !== "number" || (at > 0 && value < 1)) return value;
    return Math.max(value, 1) + lines;
  });
}

/** An answer as a folder would have given it. */
function inFolder(text: string, lines: number): string {
  return text
    .replaceAll(/\/memories\/user\/([\w-]+)\.md/gu, "/memories/$1.txt")
    .replaceAll(/^( *\d+)(?=\t)/gmu, (shown) => String(Number(shown) - lines).padStart(6))
    .split("\n")
    .filter((line) => !/^ *(?:0|-\d+)\t/u.test(line))
    .join("\n")
    .replace(/(?<=\[0, )\d+(?=\])/u, (count) => String(Number(count) - lines))
    .replace(/(?<=in lines: )[\d, ]+\d/u, (shown) =>
      shown
        .split(", ")
        .map((line) => Number(line) - lines)
        .join(", "),
    );
}

async function bodies(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each !== "MEMORY.md")) {
    const { body } = await readFrontmatter(await readFile(join(folder, name), "utf8"));
    files[name.replace(/\.md$/u, ".txt")] = body;
  }
  return files;
}
