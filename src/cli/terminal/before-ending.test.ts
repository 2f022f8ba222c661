import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../../../test/support/bundle-program.ts";
import { beforeEnding } from "./before-ending.ts";

/** A process that does `work` with `beforeEnding` at hand, and writes `left` when it ends. */
async function run(work: string, onUp: (kill: (signal: NodeJS.Signals) => void) => void = () => {}) {
  const source = join(import.meta.dirname, "before-ending.ts");
  const script = `import { beforeEnding } from ${JSON.stringify(source)};
    const stop = beforeEnding(() => process.stdout.write("left "));
    process.stdout.write("up ");
    ${work}`;
  const child = spawn(process.execPath, [await bundleProgram(script)]);
  let out = "";
  child.stdout.on("data", (piece: Buffer) => {
    out += piece.toString("utf8");
    if (out === "up ") onUp((signal) => child.kill(signal));
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { out, code, signal };
}

describe("beforeEnding", () => {
  it.each(["SIGTERM", "SIGHUP"] as const)("acts once before %s ends the process", async (name) => {
    const { out, signal } = await run("setInterval(() => {}, 1_000);", (kill) => kill(name));
    expect({ out, signal }).toEqual({ out: "up left ", signal: name });
  });

  it("acts before the process ends by itself, unless it was taken back", async () => {
    expect(await run("process.exit(3);")).toMatchObject({ out: "up left ", code: 3 });
    expect(await run("stop();")).toMatchObject({ out: "up ", code: 0 });
  });

  it("leaves no listener behind", () => {
    const count = (): number => process.listenerCount("SIGTERM") + process.listenerCount("exit");
    const before = count();
    beforeEnding(() => {})();
    expect(count()).toBe(before);
  });
});
