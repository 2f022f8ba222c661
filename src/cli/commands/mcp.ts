import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";

export interface McpGiven {
  home?: string;
  http?: string;
  project?: string;
  /** False with `--no-token`. */
  token?: boolean;
}

/** `daybook mcp`: gives this memory to other agents, until they leave. */
export async function mcp(
  { host, faces }: Pick<CommandContext, "host" | "faces">,
  given: McpGiven,
): Promise<number> {
  if (faces === undefined) throw new DaybookError("internal", "This program was built without MCP.");
  const { home } = given;
  if (given.http === undefined && given.token === false)
    throw new DaybookError("usage", "--no-token is for --http: standard input and output need none.");
  const project = given.project === undefined ? undefined : await folderNamed(host.cwd(), given.project);
  await faces.serveMcp({
    host,
    ...(home !== undefined && { home }),
    ...(project !== undefined && { project }),
    ...(given.http !== undefined && {
      http: { port: portNamed(given.http), needsToken: given.token !== false },
    }),
  });
  return done;
}

function portNamed(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new DaybookError(
    "usage",
    `--http needs a port from 0 to 65535, not ${JSON.stringify(text)}; 0 takes any that is free.`,
  );
}

async function folderNamed(cwd: string, given: string): Promise<string> {
  if (given.trim() === "")
    throw new DaybookError("usage", "--project needs a folder, for example --project ~/app.");
  const path = resolve(cwd, given);
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (isFolder) return path;
  throw new DaybookError("not-found", `--project ${path} is no folder. Name the folder of a project.`);
}
