import { DaybookError } from "../../errors/index.ts";
import type { Inbox, Proposal } from "../../extraction/index.ts";
import { nearest } from "../../text/index.ts";
import { editorCommand, openEditor } from "../editor/open-editor.ts";
import { acceptedText, acceptOne } from "../inbox/accept-one.ts";
import { proposalRows, titleOf } from "../inbox/proposal-rows.ts";
import { proposalView } from "../inbox/proposal-view.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

const actions = ["list", "show", "accept", "edit", "reject"];

/**
 * `/memory inbox`: at a terminal one proposal after the other, each answered by a key, else a list; with a word and an id
 * that one. Fails with `usage`, and as the inbox does.
 */
export async function inboxCommand(
  [action, id]: readonly [action?: string | undefined, id?: string | undefined],
  session: ChatSession,
): Promise<LineOutcome> {
  const at = { inbox: inboxOf(session), session };
  if (action === undefined) return session.console === null ? listAll(at) : walk(at);
  if (action === "list" && id === undefined) return listAll(at);
  if (!actions.includes(action)) throw unknownAction(action);
  if (id === undefined || action === "list") throw usage();
  const proposal = await at.inbox.find(id);
  switch (action) {
    case "accept":
      return accept(proposal, at);
    case "edit":
      return edit(proposal, at);
    case "reject":
      return reject(proposal, at);
    default:
      await show(proposal, at);
      return { ok: true };
  }
}

interface Place {
  inbox: Inbox;
  session: ChatSession;
}

function inboxOf({ options }: ChatSession): Inbox {
  if (options.inbox !== null) return options.inbox;
  throw new DaybookError("usage", "This chat runs without memory (--no-memory), so it has no inbox.");
}

function usage(hint = ""): DaybookError {
  return new DaybookError(
    "usage",
    `Say /memory inbox, or /memory inbox show | accept | edit | reject ID.${hint}`,
  );
}

function unknownAction(action: string): DaybookError {
  const [near] = nearest(action, actions, 1);
  return usage(near === undefined ? "" : ` Did you mean ${near}?`);
}

/** What waits, and what is said of broken files; empty when nothing does, which is said too. */
async function waiting({ inbox, session }: Place): Promise<Proposal[]> {
  const { terminal } = session.options;
  const { proposals, notices } = await inbox.list();
  for (const notice of notices) terminal.notice(showLine(notice));
  if (proposals.length === 0) terminal.print(terminal.colors.dim("Nothing waits in the inbox."));
  return proposals;
}

async function listAll(at: Place): Promise<LineOutcome> {
  const { terminal, host } = at.session.options;
  const proposals = await waiting(at);
  for (const line of proposalRows(proposals, { terminal, now: host.now() })) terminal.print(line);
  if (proposals.length > 0)
    terminal.print(terminal.colors.dim("/memory inbox show ID · accept ID · edit ID · reject ID"));
  return { ok: true };
}

type Answer = "accept" | "edit" | "reject" | "skip" | "quit";

/** Shows each that waits and asks; what fails is told, and the walk goes on. */
async function walk(at: Place): Promise<LineOutcome> {
  const { terminal } = at.session.options;
  let ok = true;
  const proposals = await waiting(at);
  for (const [index, proposal] of proposals.entries()) {
    await show(proposal, at);
    const answer = await ask(at.session, { rest: proposals.length - index - 1 });
    if (answer === "quit") break;
    try {
      if (answer === "skip") continue;
      const outcome = await { accept, edit, reject }[answer](proposal, at);
      ok &&= outcome.ok;
    } catch (error) {
      if (!DaybookError.isInstance(error)) throw error;
      terminal.problem(showLine(error.message));
      ok = false;
    }
  }
  return { ok };
}

async function ask({ console, options }: ChatSession, { rest }: { rest: number }): Promise<Answer> {
  if (console === null) return "quit";
  const { bold, dim } = options.terminal.colors;
  const keys = `${bold("a")} accept · ${bold("e")} edit first · ${bold("r")} reject · ${bold("s")} skip · ${bold("q")} leave`;
  const more = rest === 0 ? "" : dim(` · ${rest} more`);
  return console.ask<Answer>({
    text: `  ${keys}${more}`,
    answers: { a: "accept", e: "edit", r: "reject", s: "skip", q: "quit" },
    isAlone: true,
    refusal: "quit",
  });
}

async function show(proposal: Proposal, { inbox, session }: Place): Promise<void> {
  const { terminal, host } = session.options;
  const differences = await inbox.differences(proposal);
  const { colors } = terminal;
  terminal.print(`\n${proposalView(proposal, { differences, colors, now: host.now() }).join("\n")}`);
}

async function accept(proposal: Proposal, at: Place): Promise<LineOutcome> {
  const { inbox, session } = at;
  const { terminal } = session.options;
  const { console } = session;
  const decided = await acceptOne(inbox, proposal, {
    async show(against, reason) {
      terminal.notice(showLine(reason));
      await show(against, at);
    },
    ask:
      console === null
        ? null
        : () =>
            console.ask<boolean>({
              text: `  ${terminal.colors.bold("y")} accept it with this difference · ${terminal.colors.bold("n")} leave it`,
              answers: { y: true, n: false },
              isAlone: true,
              refusal: false,
            }),
  });
  if (decided.outcome === "unsure") throw new DaybookError("conflict", decided.reason);
  if (decided.outcome === "refused") {
    terminal.print("Nothing was changed; it waits on.");
    return { ok: true };
  }
  if (decided.outcome === "gone") {
    terminal.print(showLine(decided.reason));
    return { ok: true };
  }
  const [verb, what] = acceptedText(decided);
  const { green, red, dim } = terminal.colors;
  const paint = decided.op === "forget" ? red : green;
  terminal.print(`${paint(verb)} ${showLine(what)} ${dim("· undo: /memory undo")}`);
  for (const note of decided.notes) terminal.notice(showLine(note));
  return { ok: true };
}

/** Its file in the person's editor, then what became of it is accepted. */
async function edit(proposal: Proposal, at: Place): Promise<LineOutcome> {
  const { host } = at.session.options;
  const command = editorCommand(host.env, host.stdin.isTTY === true && host.stdout.isTTY === true);
  if (command === null) {
    throw new DaybookError(
      "usage",
      `There is no editor here: set $EDITOR, or edit the file itself: ${proposal.file}.`,
    );
  }
  await at.session.lines.suspend(() => openEditor(command, { host, file: proposal.file }));
  return accept(await at.inbox.find(proposal.id), at);
}

async function reject(proposal: Proposal, { inbox, session }: Place): Promise<LineOutcome> {
  const { terminal } = session.options;
  const isDone = await inbox.reject(proposal);
  const { red, dim } = terminal.colors;
  const title = showLine(titleOf(proposal));
  terminal.print(isDone ? `${red("rejected")} ${title}` : dim(`${title} was gone already.`));
  return { ok: true };
}
