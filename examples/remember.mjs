// A store over plain files, opened twice as two processes would. Run it: node examples/remember.mjs
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStorage, createMemoryStore, createSecretGate } from "daybook";

const home = await mkdtemp(join(tmpdir(), "daybook-example-"));
const now = () => new Date();

function openStore() {
  const storage = createFileStorage({ folders: { home }, now, newId: randomUUID });
  return createMemoryStore({ storage, gate: createSecretGate(), now });
}

const saved = await openStore().save({
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message",
  body: "Begin with feat:, fix: or docs:.",
  source: "user",
});
console.log(`${saved.action} ${saved.id}`);

const later = openStore();
const { views } = await later.indexes();
console.log(views[0].text);
console.log((await later.read("commit-prefix")).body.trim());

const undone = await later.undo({ source: "user" });
console.log(undone.undone ? `undone: ${undone.op} of ${undone.id}` : undone.reason);
await rm(home, { recursive: true });
