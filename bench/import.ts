import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { processCost } from "./process-cost.ts";
import type { Row } from "./row.ts";

// As it is shipped, from the folder of the package, where npm runs every script.
const entry = pathToFileURL(resolve("dist/library/index.js")).href;

/** The cost of a program that imports the library and does nothing with it. */
export const importRow: Row = {
  name: "import of the library",
  baselineName: "an empty module",
  limit: 1.4,
  async prepare(folder) {
    const [subject, baseline] = [join(folder, "importing.mjs"), join(folder, "empty.mjs")];
    await Promise.all([writeFile(subject, `import ${JSON.stringify(entry)};\n`), writeFile(baseline, "\n")]);
    return {
      subject: () => processCost([process.execPath, subject]),
      baseline: () => processCost([process.execPath, baseline]),
    };
  },
};
