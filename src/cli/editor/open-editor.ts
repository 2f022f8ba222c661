import { spawn } from "node:child_process";
import { DaybookError } from "../../errors/index.ts";
import type { Host } from "../../app/index.ts";

export interface OpenEditor {
  host: Pick<Host, "env" | "platform">;
  file: string;
  /** Keeps what the editor prints away from standard output, which holds JSON. */
  quiet?: boolean;
}

/** The person's editor, as git finds it: $VISUAL, $EDITOR, else `vi` where there is a terminal. */
export function editorCommand(env: Host["env"], hasTerminal: boolean): string | null {
  const wanted = [env["VISUAL"], env["EDITOR"]].find((value) => value !== undefined && value.trim() !== "");
  return wanted ?? (hasTerminal ? "vi" : null);
}

/** Opens a file in the editor and waits until it is closed. Fails with `io` when it ended in an error. */
export async function openEditor(command: string, { host, file, quiet = false }: OpenEditor): Promise<void> {
  const stdio = ["inherit", quiet ? 2 : "inherit", "inherit"] as const;
  // Through a shell, since `EDITOR="code --wait"` is a command line and not a file name.
  const child =
    host.platform === "win32"
      ? spawn(`${command} "${file}"`, { shell: true, stdio: [...stdio] })
      : spawn("/bin/sh", ["-c", `${command} "$1"`, "daybook", file], { stdio: [...stdio] });
  const ended = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
  });
  if (ended !== null) throw new DaybookError("io", `The editor "${command}" failed (${ended}).`);
}
