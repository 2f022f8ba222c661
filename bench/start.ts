import { resolve } from "node:path";
import { processCost } from "./process-cost.ts";
import type { Row } from "./row.ts";

// From the folder of the package, where npm runs every script.
const bin = resolve("bin/daybook.js");

/** The cost of a start: nothing but the answer is loaded. */
export const startRow: Row = {
  name: "daybook --version",
  baselineName: "node -e 0",
  limit: 1.3,
  prepare: async () => ({
    subject: () => processCost([process.execPath, bin, "--version"]),
    baseline: () => processCost([process.execPath, "-e", "0"]),
  }),
};
