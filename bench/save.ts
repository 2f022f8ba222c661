import { randomUUID } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { timed } from "./measure.ts";
import { createNotebook, memoryNumber } from "./notebook.ts";
import type { Row } from "./row.ts";

/**
 * A save is a journal record, a memory file and an index, each durable: it may cost a few durable writes. The
 * baseline writes the index alone, on the same disk: no save can write fewer bytes.
 */
export const saveRow: Row = {
  name: "save, index of 1,000 lines",
  baselineName: "one write + fsync of the index",
  limit: 6,
  async prepare(folder) {
    const { store, indexes } = await createNotebook(folder, { user: 1_000, project: 0 });
    const index = await readFile(indexes[0] ?? "", "utf8");
    let number = 1_000;
    return {
      subject: () => {
        const { name, description, body } = memoryNumber((number += 1));
        return timed(() => store.save({ name, description, body, type: "feedback", source: "user" }));
      },
      baseline: () => timed(() => writeDurably(join(folder, `${randomUUID()}.md`), index)),
    };
  },
};

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
