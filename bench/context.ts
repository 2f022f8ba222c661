import { readFile, readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { assembleContext, createStandardSources } from "../src/context/index.ts";
import { defaultLimits } from "../src/limits/index.ts";
import { timed } from "./measure.ts";
import { createNotebook } from "./notebook.ts";
import type { Row } from "./row.ts";

/**
 * What a session starts with is made of the indexes and of the names beside them (a line without its file
 * and a file without its line must both be known): no body is opened for it. So both are the baseline.
 */
export const contextRow: Row = {
  name: "context, 1,000 memories",
  baselineName: "reading both indexes and folders",
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
      baseline: () =>
        timed(() => Promise.all(indexes.flatMap((path) => [readFile(path, "utf8"), readdir(dirname(path))]))),
    };
  },
};
