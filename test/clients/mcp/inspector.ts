/** The official inspector's command line against `daybook mcp`: lists and calls every tool, reads every resource and prompt. */
import { join } from "node:path";
import { daybook, install, makeHome, said, type Tried } from "./support.ts";

const inspector = "@modelcontextprotocol/inspector@0.15.0";

const calls: readonly [tool: string, ...args: string[]][] = [
  [
    "memory_save",
    "type=project",
    "name=release day",
    "description=when releases go out",
    "body=On the first Tuesday.",
  ],
  ["memory_search", "query=Tuesday"],
  ["memory_recall", "prompt=which day do we release"],
  ["memory_read", "slug=release-day"],
  ["memory_list", "limit=5"],
  ["memory_delete", "slug=release-day"],
];

const prompts: readonly [prompt: string, ...args: string[]][] = [
  ["remember", "what=I drink tea"],
  ["recall", "task=brew tea"],
  ["review"],
];

/** Asks for everything there is, one process each, as a person at a terminal would. */
export async function tryInspector(): Promise<Tried[]> {
  const program = join(await install(inspector), "node_modules/.bin/mcp-inspector");
  const { home, project } = await makeHome(2);
  const server = ["-e", `DAYBOOK_HOME=${home}`, process.execPath, daybook, "mcp", "--project", project];
  const ask = (method: string, ...args: string[]): unknown => {
    const output = said(program, ["--cli", ...server, "--method", method, ...args]);
    try {
      return JSON.parse(output.slice(output.indexOf("{")));
    } catch {
      return { wrong: output };
    }
  };
  const tried: Tried[] = [];
  const note = (what: string, answer: unknown, isRight: (answer: never) => boolean): void => {
    tried.push({ what, ok: isOk(answer, isRight), seen: JSON.stringify(answer).slice(0, 300) });
  };
  note(
    "tools/list",
    ask("tools/list"),
    (answer: { tools: unknown[] }) => answer.tools.length === calls.length,
  );
  for (const [tool, ...args] of calls) {
    const given = args.flatMap((arg) => ["--tool-arg", arg]);
    const answer = ask("tools/call", "--tool-name", tool, ...given);
    note(tool, answer, (result: { isError?: boolean; structuredContent: object }) => {
      return result.isError !== true && Object.keys(result.structuredContent).length > 0;
    });
  }
  const listed = ask("resources/list") as { resources?: { uri: string }[] };
  note("resources/list", listed, (answer: { resources: unknown[] }) => answer.resources.length === 5);
  for (const { uri } of listed.resources ?? [])
    note(
      uri,
      ask("resources/read", "--uri", uri),
      (answer: { contents: { text: string }[] }) => answer.contents[0]?.text !== undefined,
    );
  note(
    "resources/templates/list",
    ask("resources/templates/list"),
    (answer: { resourceTemplates: unknown[] }) => answer.resourceTemplates.length === 2,
  );
  note(
    "prompts/list",
    ask("prompts/list"),
    (answer: { prompts: unknown[] }) => answer.prompts.length === prompts.length,
  );
  for (const [prompt, ...args] of prompts) {
    const given = args.flatMap((arg) => ["--prompt-args", arg]);
    const answer = ask("prompts/get", "--prompt-name", prompt, ...given);
    note(`prompt ${prompt}`, answer, (result: { messages: unknown[] }) => result.messages.length === 1);
  }
  return tried;
}

function isOk(answer: unknown, isRight: (answer: never) => boolean): boolean {
  try {
    return isRight(answer as never);
  } catch {
    return false;
  }
}
