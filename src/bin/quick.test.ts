import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("ends a hook with 0 while nobody closes its input, and says its line", async () => {
  const home = await mkdtemp(join(tmpdir(), "daybook-bin-"));
  const bin = join(import.meta.dirname, "../../bin/daybook.js");
  const words = [bin, "hook", "--host", "claude", "SessionStart"];
  const child = spawn(process.execPath, words, { env: { ...process.env, DAYBOOK_HOME: home }, cwd: home });
  child.stdin.write(JSON.stringify({ session_id: "s", cwd: home, source: "startup" }));
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, "close");
  child.stdin.destroy();
  expect(code).toBe(0);
  // On a machine that is busy it may have run out of its time, and then says nothing.
  expect(said === "" || said.includes('"hookEventName":"SessionStart"')).toBe(true);
});
