import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createSecretGate } from "../../src/guard/index.ts";
import { createFolderRoot, createMemoryHandlers } from "../../src/tools/index.ts";
import type { MemoryHandlers } from "../../src/tools/index.ts";
import type { Subject } from "./cases.ts";

const gate = createSecretGate();

/** Our backend in this process, called as the SDK's runner calls one. */
export async function openFolder(base: string): Promise<Subject> {
  const root = join(base, "memories");
  await mkdir(root, { mode: 0o700 });
  const handlers = createMemoryHandlers(createFolderRoot({ folder: root, gate, lockWaitMs: 5_000 }));
  return { root, run: (input) => runHandler(handlers, input), close: async () => {} };
}

/** Calls the method of a command; a command that has none is refused as the SDK does. */
export async function runHandler(handlers: MemoryHandlers, input: Record<string, unknown>): Promise<string> {
  const handler = handlers[input["command"] as keyof MemoryHandlers] as unknown;
  if (typeof handler !== "function") throw new Error(`${String(input["command"])} not implemented`);
  return (handler as (given: object) => Promise<string>)(input);
}

/** The filesystem tool of Anthropic's SDK. */
export async function openSdk(base: string): Promise<Subject> {
  const { BetaLocalFilesystemMemoryTool, betaMemoryTool } =
    await import("@anthropic-ai/sdk/tools/memory/node");
  const tool = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(base));
  return {
    root: join(base, "memories"),
    run: async (input) => String(await tool.run(tool.parse(input))),
    close: async () => {},
  };
}

/** A program that answers commands one JSON object a line; `{root}` in its words is the folder. */
export function openProgram(words: readonly string[]): (base: string) => Promise<Subject> {
  return async (base) => {
    const root = join(base, "memories");
    await mkdir(root, { mode: 0o700 });
    const [file = "", ...args] = words.map((word) => word.replaceAll("{root}", root));
    const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let number = 0;
    return {
      root,
      async run(input) {
        child.stdin.write(`${JSON.stringify({ id: (number += 1), input })}\n`);
        const line = await lines.next();
        if (line.done === true) throw new Error("(the program ended)");
        const { text, is_error: isError } = JSON.parse(line.value) as { text: string; is_error: boolean };
        if (isError) throw new Error(text);
        return text;
      },
      async close() {
        child.stdin.end();
        await new Promise((resolve) => child.once("close", resolve));
      },
    };
  };
}
