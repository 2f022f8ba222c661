import { readFile } from "node:fs/promises";
import { assembleContext, createStandardSources } from "../src/context/index.ts";
import { defaultLimits } from "../src/limits/index.ts";
import { timed } from "./measure.ts";
import { createNotebook } from "./notebook.ts";
import type { Row } from "./row.ts";

/** What a session starts with is made of the indexes alone: no body is opened for it. */
export const contextRow: Row = {
  name: "context, 1,000 memories",
  baselineName: "reading the indexes",
  limit: 2,
  async prepare(folder) {
    const { store, indexes } = await createNotebook(folder, { user: 500, project: 500 });
    const facts = { cwd: folder, projectRoot: folder, platform: process.platform, now: () => new Date() };
    return {
      subject: () => {
        // Without git there is no snapshot: what is measured is daybook's own work.
        const sources = createStandardSources({
          ...facts,
          store,
          placement: "system",
          gitDirectory: null,
          environment: {},
        });
        return timed(() => assembleContext({ sources, limits: defaultLimits, window: 200_000 }));
      },
      baseline: () => timed(() => Promise.all(indexes.map((path) => readFile(path, "utf8")))),
    };
  },
};
