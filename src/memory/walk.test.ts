import * as fc from "fast-check";
import { expect, it } from "vitest";

import { createMemoryStorage, type Storage } from "../storage/index.ts";
import { scanIndex } from "./index-file.ts";
import { createMemoryStore } from "./store.ts";

const names = ["A", "a", "前缀", "C++ style", "C style", "memory", "con", "[x] `y`", "<!-- z", "-->", "🦊"];
const types = ["user", "project", "feedback"] as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("save" as const),
      name: fc.constantFrom(...names),
      type: fc.constantFrom(...types),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant("move" as const),
      pick: fc.nat(20),
      type: fc.constantFrom(...types),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("remove" as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("undo" as const) }) },
);

async function filesOf(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of ["home/memory", "project/memory"] as const) {
    for (const { path } of await storage.list(folder)) {
      const result = await storage.read(path);
      files[path] = result.found ? result.text : "";
    }
  }
  return files;
}

it("any walk of saves, moves, deletes and undos keeps one line a file, and can be undone to the first byte (property)", async () => {
  const index = fc.constantFrom(
    undefined,
    "",
    "# M\r\n\r\n- prose",
    "<!-- c\n",
    "```\nx\n```\n- [gone](gone.md)\n",
    "\ufeff| t |",
  );
  await fc.assert(
    fc.asyncProperty(index, fc.array(step, { maxLength: 12 }), async (text, steps) => {
      let time = 0;
      const now = (): Date => new Date((time += 1000));
      const files =
        text === undefined ? {} : { "home/memory/MEMORY.md": text, "project/memory/MEMORY.md": text };
      const storage = createMemoryStorage({ files, now });
      const store = createMemoryStore({ storage, gate: { check: async () => [] }, now });
      const person = { source: "user" } as const;
      for (const [at, walked] of steps.entries()) {
        const { memories } = await store.list();
        const picked = memories[("pick" in walked ? walked.pick : 0) % Math.max(1, memories.length)];
        if (walked.op === "save")
          await store.save({ ...walked, description: `d${at}`, body: `b${at}`, source: "agent" });
        else if (walked.op === "undo") await store.undo(person);
        else if (picked && walked.op === "remove") await store.remove(picked.id, person);
        // A slug may be taken in the other scope: then nothing happens.
        else if (picked && walked.op === "move")
          await store.save({ slug: picked.id, type: walked.type, source: "agent" }).catch(() => {});
        const seen = await filesOf(storage);
        for (const folder of ["home/memory", "project/memory"]) {
          const own = Object.keys(seen).filter(
            (path) => path.startsWith(folder) && !path.endsWith("/MEMORY.md"),
          );
          const lines = scanIndex(seen[`${folder}/MEMORY.md`] ?? "").flatMap(
            ({ entry }) => entry?.file ?? [],
          );
          expect(
            lines
              .filter((file) => file !== "gone.md")
              .map((file) => `${folder}/${file}`)
              .toSorted(),
          ).toEqual(own.toSorted());
        }
      }
      while ((await store.undo(person)).undone);
      expect(await filesOf(storage)).toEqual(files);
    }),
    { numRuns: 150 },
  );
});
