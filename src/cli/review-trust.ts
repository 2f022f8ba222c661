import { acceptShared, assertUsableShared, readTrust, reviewShared } from "../project/index.ts";
import type { HeldReview } from "../project/index.ts";
import type { Daybook } from "../app/index.ts";
import type { CommandContext } from "./command.ts";
import { confirm } from "./terminal/ask.ts";
import { showLine, showText } from "./terminal/show.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface TrustWish {
  /** Accept without asking. */
  yes?: boolean;
  /** Accept whatever comes with later pulls. */
  always?: boolean;
  /** Say nothing when nothing is held. */
  quiet?: boolean;
}

/** What came of a review. */
export interface TrustOutcome {
  held: HeldReview[];
  accepted: boolean;
}

/**
 * Shows the shared memories that are held and accepts them: after asking where a person can be asked,
 * else at once, since whoever runs this for a program has decided.
 */
export async function reviewTrust(
  context: CommandContext,
  daybook: Daybook,
  wish: TrustWish,
): Promise<TrustOutcome> {
  const { terminal, host, json } = context;
  const { storage, folders, project, collectProject } = daybook;
  const say = (text: string) => (json ? undefined : terminal.print(text));
  const sayIdle = (text: string) => (wish.quiet === true ? undefined : say(text));
  const usable = assertUsableShared({ folder: project.shared, problem: project.sharedProblem });
  // A chat begins anyway, without asking for what could not be kept.
  if (wish.quiet === true && !(await usable.then(yes, no))) return { held: [], accepted: false };
  await usable;
  const trust = await readTrust(storage);
  const held = await reviewShared(storage, trust);
  if (folders.shared === null) {
    sayIdle("This project has no shared memory (.agent/memory). daybook init makes it.");
    return { held, accepted: false };
  }
  const isNew = trust === null || (wish.always === true && trust.always !== true);
  if (held.length === 0 && (!isNew || wish.quiet === true)) {
    sayIdle("Nothing is held: all shared memories here are trusted.");
    return { held, accepted: false };
  }
  if (!json) showHeld(terminal, held);
  const mayAsk = terminal.canAsk && wish.yes !== true && !json && held.length > 0;
  if (mayAsk && !(await confirm(host, "Trust what is shown above?"))) {
    terminal.print("Nothing was accepted. daybook trust asks again.");
    return { held, accepted: false };
  }
  await acceptShared(storage, {
    shown: held,
    collect: collectProject,
    ...(wish.always === true ? { always: true } : {}),
  });
  sayAccepted(say, held, wish);
  return { held, accepted: true };
}

const yes = (): boolean => true;
const no = (): boolean => false;

function showHeld(terminal: Terminal, held: readonly HeldReview[]): void {
  const { bold, dim, yellow } = terminal.colors;
  for (const { name, state, text, readable } of held) {
    terminal.print(`${bold(showLine(name))} ${yellow(state)}`);
    const lines = readable
      ? showText(text).trimEnd().split("\n")
      : ["(it cannot be read as text, and stays held)"];
    terminal.print(`${lines.map((line) => `${dim("|")} ${line}`.trimEnd()).join("\n")}\n`);
  }
}

function sayAccepted(say: (text: string) => void, held: readonly HeldReview[], { always }: TrustWish): void {
  const files = held.filter(({ name, readable }) => readable && name !== "MEMORY.md").length;
  const unreadable = held.filter(({ readable }) => !readable).length;
  say(
    `Trusted ${files === 1 ? "1 shared memory" : `${files} shared memories`}. Project memories are now saved there.`,
  );
  if (unreadable > 0) say(`${unreadable} of them cannot be read as text and stay held.`);
  if (always === true) say("Whatever comes with later pulls is trusted too.");
}
