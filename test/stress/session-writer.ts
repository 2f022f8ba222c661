/**
 * A process that goes on with a session and adds records as fast as it can. It says on standard output what was
 * acknowledged, so that whoever kills it knows what must be there.
 *
 *     node session-writer.mjs PROJECT-FOLDER ID|new
 */
import { writeSync } from "node:fs";
import { dirname } from "node:path";

import { createSessionStore } from "../../src/sessions/index.ts";
import { createFileStorage } from "../../src/storage/index.ts";

const [project = "", given = "new"] = process.argv.slice(2);
const now = () => new Date();
const storage = createFileStorage({ folders: { home: dirname(project), project }, now, newId: () => "id" });
const store = createSessionStore({ storage, project: "stress", now });

/** Written straight to the pipe: a kill right after cannot take it back. */
function say(...words: unknown[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}

async function open() {
  if (given === "new") return store.create("/");
  const { log, fork } = await store.resume(given, { cwd: "/" });
  if (fork !== null) say("forked", log.id);
  return log;
}

async function main(): Promise<void> {
  const log = await open();
  for (let count = 0; ; count += 1) {
    const words = `${process.pid}-${count}-`;
    // Now and then a long one: it takes more than one write.
    const text = words.padEnd(count % 16 === 3 ? 150_000 : 2_000, "x");
    const n = await log.append({ type: "user", content: [{ type: "text", text }], from: ["person"] });
    say("ack", log.id, n, words);
  }
}

await main();
