/** A home with many memories, made without daybook's own writer so that making it costs little. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecretGate } from "../src/guard/index.ts";
import { createMemoryStore, type MemoryStore, type Scope } from "../src/memory/index.ts";
import { createFileStorage } from "../src/storage/index.ts";

export interface Notebook {
  store: MemoryStore;
  /** Absolute paths of the index files. */
  indexes: string[];
}

/** A notebook with so many memories in each scope, each with its file and its index line. */
export async function createNotebook(folder: string, counts: Record<Scope, number>): Promise<Notebook> {
  const home = join(folder, "home");
  const project = join(home, "projects", "shop-0123456789ab");
  const folders = { user: join(home, "memory"), project: join(project, "memory") };
  for (const scope of ["user", "project"] as const) await fill(folders[scope], scope, counts[scope]);
  let ids = 0;
  const storage = createFileStorage({
    folders: { home, project },
    now: clock,
    newId: () => `bench-${(ids += 1)}`,
  });
  return {
    store: createMemoryStore({ storage, gate: createSecretGate(), now: clock }),
    indexes: Object.values(folders).map((each) => join(each, "MEMORY.md")),
  };
}

function clock(): Date {
  return new Date();
}

async function fill(folder: string, scope: Scope, count: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const memories = Array.from({ length: count }, (_, index) => memoryNumber(index + 1));
  await Promise.all(
    memories.map(({ slug, name, description, body }) => {
      const header = { name, description, type: scope === "user" ? "feedback" : "project", source: "agent" };
      return writeFile(join(folder, `${slug}.md`), memoryText(header, body));
    }),
  );
  const lines = memories.map(({ slug, name, description }) => `- [${name}](${slug}.md) — ${description}\n`);
  if (count > 0) await writeFile(join(folder, "MEMORY.md"), lines.join(""));
}

function memoryText(header: Record<string, string>, body: string): string {
  const lines = Object.entries(header).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join("")}modified: 2026-11-29T17:15:00Z\n---\n${body}`;
}

/** The memory of that number: a plain one, as an agent would keep it. */
export function memoryNumber(number: number): {
  slug: string;
  name: string;
  description: string;
  body: string;
} {
  const name = `deploy habit ${number}`;
  return {
    slug: name.replaceAll(" ", "-"),
    name,
    description: `when service ${number} goes to staging, and who is told before it does`,
    body: `Tell the people of service ${number} before it goes to staging.\n**Why:** they were surprised once.\n**How to apply:** every deploy.\n`,
  };
}
