#!/usr/bin/env node
// CommonJS, by the package.json beside it: what Node loads for the first ES module costs a tenth of its start.
"use strict";

const cli = "../dist/cli/daybook.cjs";

try {
  require(cli);
} catch (error) {
  const isMissing = error?.code === "MODULE_NOT_FOUND" && error.requireStack?.[0] === __filename;
  if (!isMissing) throw error;
  process.stderr.write("daybook is not built yet: run `npm ci` in its folder, then try again.\n");
  process.exitCode = 1;
}
