#!/usr/bin/env node
const cli = new URL("../dist/cli/daybook.js", import.meta.url);

try {
  await import(cli.href);
} catch (error) {
  const isMissing = error?.code === "ERR_MODULE_NOT_FOUND" && error.url === cli.href;
  if (!isMissing) throw error;
  process.stderr.write("daybook is not built yet: run `npm ci` in its folder, then try again.\n");
  process.exitCode = 1;
}
