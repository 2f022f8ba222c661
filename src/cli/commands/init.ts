import { shareMemories } from "../../memory/index.ts";
import type { SharedMemories } from "../../memory/index.ts";
import { acceptShared, initShared, readTrust, reviewShared } from "../../project/index.ts";
import type { InitResult } from "../../project/index.ts";
import type { Daybook } from "../../app/index.ts";
import { isMemoryFile } from "../../text/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { confirm } from "../terminal/ask.ts";
import { showLine } from "../terminal/show.ts";

export interface InitGiven {
  /** Move private memories, or leave them; undefined asks where a person can be asked. */
  move?: boolean;
}

/** `daybook init`: makes the shared memory of this repository. */
export async function init(context: CommandContext, given: InitGiven): Promise<number> {
  const before = await context.open({ needsShared: true });
  const { identity } = before.project;
  const made = await initShared({ identity, home: before.home, git: before.projectHome.git });
  // Opened again, since the shared folder is there only now.
  const daybook = before.folders.shared === null ? await context.open({ quiet: true }) : before;
  const held = await trustOwn(daybook, made);
  const kept = (await daybook.storage.names("project/memory")).filter(isMemoryFile);
  const moved = await movePrivate({ context, daybook, given, count: held > 0 ? 0 : kept.length });
  const isRepository = identity.kind === "git";
  report(context, { made, moved, held, isRepository, left: kept.length - (moved?.moved.length ?? 0) });
  return done;
}

/** Trusts an empty folder that was just made; gives the number of files that came from others and stay held. */
async function trustOwn(
  { storage, project, collectProject }: Daybook,
  { isNew }: InitResult,
): Promise<number> {
  const trust = await readTrust(storage);
  const held = await reviewShared(storage, { trust, folder: project.folder });
  if (trust === null && (isNew || held.length === 0))
    await acceptShared(storage, { shown: [], collect: collectProject });
  return held.length;
}

interface Move {
  context: CommandContext;
  daybook: Daybook;
  given: InitGiven;
  count: number;
}

async function movePrivate({ context, daybook, given, count }: Move): Promise<SharedMemories | null> {
  if (count === 0 || given.move === false) return null;
  const { host, terminal, json } = context;
  const question = `Move ${count === 1 ? "the private memory" : `the ${count} private memories`} of this project there, to be shared?`;
  const wanted = given.move === true || (terminal.canAsk && !json && (await confirm(host, question)));
  return wanted ? shareMemories(daybook.storeOptions, { source: "user" }) : null;
}

interface Report {
  made: InitResult;
  moved: SharedMemories | null;
  held: number;
  isRepository: boolean;
  /** Memories that are still private. */
  left: number;
}

function report({ terminal, json }: CommandContext, { made, moved, held, isRepository, left }: Report): void {
  const notes = [
    ...(made.ignored === true
      ? [
          "git ignores .agent/memory here, so it will not be shared. Take it out of .gitignore, or exempt it: !.agent/memory/",
        ]
      : []),
    ...(held > 0
      ? [`${held} files in it came from others and are held. daybook trust shows and accepts them.`]
      : []),
    ...(left > 0 && held === 0
      ? [
          `${left === 1 ? "1 memory of this project stays" : `${left} memories of this project stay`} private. daybook init --move shares them.`,
        ]
      : []),
    ...(moved?.notes ?? []),
  ];
  for (const note of notes) terminal.notice(showLine(note));
  if (json) {
    terminal.json({
      folder: made.folder,
      made: made.made,
      moved: moved?.moved ?? [],
      ignored: made.ignored,
      notes,
    });
    return;
  }
  const { bold, dim, green } = terminal.colors;
  const word = made.made.length > 0 ? green("made") : "there already:";
  terminal.print(`${word} ${bold(showLine(made.folder))} ${dim(made.made.join(" "))}`.trimEnd());
  for (const slug of moved?.moved ?? []) terminal.print(`${green("moved")} project/${showLine(slug)}`);
  if (made.ignored === true) return;
  const share = isRepository ? " Share them: git add .agent" : " Without git here, they are not shared yet.";
  terminal.print(dim(`Project memories are saved there now.${share}`));
}
