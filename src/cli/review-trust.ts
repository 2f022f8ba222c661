import { acceptShared, assertUsableShared, keepAccepted, readTrust, reviewShared } from "../project/index.ts";
import type { HeldReview } from "../project/index.ts";
import type { Daybook } from "../app/index.ts";
import { indexName } from "../text/index.ts";
import type { CommandContext } from "./command.ts";
import { differenceLines } from "./difference-lines.ts";
import { confirm } from "./terminal/ask.ts";
import { showLine, showText } from "./terminal/show.ts";
import type { Colors, Terminal } from "./terminal/terminal.ts";

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
  const { storage, folders, project } = daybook;
  const say = (text: string) => (json ? undefined : terminal.print(text));
  const sayIdle = (text: string) => (wish.quiet === true ? undefined : say(text));
  const usable = assertUsableShared({ folder: project.shared, problem: project.sharedProblem });
  // A chat begins anyway, without asking for what could not be kept.
  if (wish.quiet === true && !(await usable.then(yes, no))) return { held: [], accepted: false };
  await usable;
  const trust = await readTrust(storage);
  const held = await reviewShared(storage, { trust, folder: project.folder });
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
  await accept(daybook, held, wish);
  sayAccepted(say, held, wish);
  return { held, accepted: true };
}

const yes = (): boolean => true;
const no = (): boolean => false;

async function accept(daybook: Daybook, held: readonly HeldReview[], { always }: TrustWish): Promise<void> {
  const { storage, project, storeOptions, collectProject } = daybook;
  await acceptShared(storage, {
    shown: held,
    collect: collectProject,
    ...(always === true ? { always: true } : {}),
  });
  for (const shown of held) {
    // What holds a secret is not copied; a later change of it is then shown as a whole.
    const isClean = shown.readable && (await storeOptions.gate.check(shown.text)).length === 0;
    if (isClean) await keepAccepted(project.folder, [shown]);
  }
}

function showHeld(terminal: Terminal, held: readonly HeldReview[]): void {
  const { bold, dim, yellow } = terminal.colors;
  for (const review of held) {
    terminal.print(`${bold(showLine(review.name))} ${yellow(review.state)}`);
    const lines = shownLines(review, terminal.colors);
    terminal.print(`${lines.map((line) => `${dim("|")} ${line}`.trimEnd()).join("\n")}\n`);
  }
}

function shownLines({ name, state, text, before, readable }: HeldReview, colors: Colors): string[] {
  if (!readable) return ["(it cannot be read as text, and stays held)"];
  if (before !== null) return differenceLines(before, text, colors);
  const lines = showText(text).trimEnd().split("\n");
  if (state === "new") return lines;
  const about =
    name === indexName
      ? "(these lines are new)"
      : "(what was accepted before is no longer known: this is the whole text)";
  return [colors.dim(about), ...lines];
}

function sayAccepted(say: (text: string) => void, held: readonly HeldReview[], { always }: TrustWish): void {
  const files = held.filter(({ name, readable }) => readable && name !== indexName).length;
  const unreadable = held.filter(({ readable }) => !readable).length;
  say(
    `Trusted ${files === 1 ? "1 shared memory" : `${files} shared memories`}. Project memories are now saved there.`,
  );
  if (unreadable > 0) say(`${unreadable} of them cannot be read as text and stay held.`);
  if (always === true) say("Whatever comes with later pulls is trusted too.");
}
