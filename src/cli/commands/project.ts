import { adoptProject, readTrust } from "../../project/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";
import { renderTable } from "../terminal/table.ts";
import { unknownPart } from "../unknown-command.ts";

export interface ShowProjectGiven {
  /** What stands where a command of `project` would. */
  words?: string[];
}

/** `daybook project show`: which project this folder belongs to, and where its memory is. */
export async function showProject(context: CommandContext, given: ShowProjectGiven): Promise<number> {
  const [word] = given.words ?? [];
  if (word !== undefined) throw unknownPart("project", word, ["show", "adopt"]);
  const { project, folders, storage } = await context.open();
  const { id, root, key } = project.identity;
  const trusted = folders.shared !== null && (await readTrust(storage)) !== null;
  const saves = trusted && folders.shared !== null ? folders.shared : folders.project;
  const { shared, sessions } = folders;
  const memory = { user: folders.user, project: saves };
  const { terminal } = context;
  if (context.json) {
    terminal.json({ id, root, key, memory, shared, sessions, trusted });
    return done;
  }
  const { bold, dim } = terminal.colors;
  const state = trusted ? "trusted" : "held until daybook trust";
  const rows = [
    ["project", id],
    ["root", root],
    ...(key === root ? [] : [["key", key]]),
    ["user memory", memory.user],
    ["project memory", memory.project],
    ["shared", shared === null ? noneShared(project.sharedProblem) : `${shared} (${state})`],
    ["sessions", sessions],
  ];
  const lines = renderTable(
    [{ paint: dim }, { paint: bold }],
    rows.map((row) => row.map(showLine)),
    Number.POSITIVE_INFINITY,
  );
  terminal.print(lines.join("\n"));
  return done;
}

function noneShared(problem: string | null): string {
  return problem === null ? "none (daybook init makes it)" : "not used";
}

/** `daybook project adopt ID`: takes over the private memories of a project known under another id. */
export async function adopt(context: CommandContext, given: { id: string }): Promise<number> {
  const { project, projectHome } = await context.open();
  const adoption = await adoptProject(projectHome, project.identity, given.id);
  const { how, from, memories, notice } = adoption;
  if (context.json) context.terminal.json({ id: project.identity.id, how, from, memories });
  else context.terminal.print(notice);
  return done;
}
