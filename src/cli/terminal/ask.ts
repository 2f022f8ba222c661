import { createInterface } from "node:readline";
import { DaybookError } from "../../errors/index.ts";
import type { Host } from "../../app/index.ts";

/** Asks a yes-or-no question on standard error; anything but a clear yes is no. Needs `canAsk`. */
export async function confirm(host: Host, question: string): Promise<boolean> {
  const lines = createInterface({
    input: host.stdin as NodeJS.ReadableStream,
    output: host.stderr as NodeJS.WritableStream,
  });
  try {
    return await new Promise<boolean>((resolve, reject) => {
      lines.question(`${question} [y/N] `, (answer) => resolve(/^(?:y|yes|是|好|对)$/iu.test(answer.trim())));
      lines.once("SIGINT", () => reject(new DaybookError("aborted", "Stopped; nothing was changed.")));
      lines.once("close", () => resolve(false));
    });
  } finally {
    lines.close();
  }
}
