import { DaybookError, messageOf } from "../../errors/index.ts";
import type { Accepted, Inbox, Proposal } from "../../extraction/index.ts";
import { done, failed, type CommandContext } from "../command.ts";
import { editorCommand, openEditor } from "../editor/open-editor.ts";
import { acceptedText, acceptOne, type ConflictDoors } from "../inbox/accept-one.ts";
import { proposalForPrograms, proposalRows, titleOf } from "../inbox/proposal-rows.ts";
import { proposalView } from "../inbox/proposal-view.ts";
import { confirm } from "../terminal/ask.ts";
import { showLine } from "../terminal/show.ts";
import { unknownPart } from "../unknown-command.ts";

const known = ["list", "show", "accept", "reject"];

/** `daybook inbox`: the changes of memory that wait, oldest first. */
export async function listInbox(context: CommandContext, given: { words?: string[] }): Promise<number> {
  const [word] = given.words ?? [];
  if (word !== undefined) throw unknownPart("inbox", word, known);
  const { inbox } = await context.open();
  const { terminal, host, json } = context;
  const { proposals, notices } = await inbox.list();
  for (const notice of notices) terminal.notice(showLine(notice));
  if (json) terminal.json(proposals.map(proposalForPrograms));
  else if (proposals.length === 0) sayNothingWaits(context);
  else {
    for (const line of proposalRows(proposals, { terminal, now: host.now() })) terminal.print(line);
    if (terminal.isTerminal)
      terminal.print(terminal.colors.dim("daybook inbox show ID · accept ID [--edit] · reject ID · --all"));
  }
  return done;
}

function sayNothingWaits({ terminal }: CommandContext): void {
  terminal.aside(terminal.errorColors.dim("Nothing waits in the inbox."));
}

/** `daybook inbox show`: one proposal, the difference it makes, and the words it rests on. */
export async function showProposal(context: CommandContext, given: { id: string }): Promise<number> {
  const { inbox } = await context.open();
  const proposal = await inbox.find(given.id);
  if (context.json) {
    const changes = (await inbox.differences(proposal)).map(({ title, before, after }) => ({
      title,
      before,
      after,
    }));
    const { memory, rationale = null } = proposal;
    context.terminal.json({
      ...proposalForPrograms(proposal),
      body: memory?.body ?? null,
      rationale,
      changes,
    });
    return done;
  }
  await printProposal(context, inbox, proposal);
  return done;
}

async function printProposal(
  { terminal, host }: CommandContext,
  inbox: Inbox,
  proposal: Proposal,
): Promise<void> {
  const differences = await inbox.differences(proposal);
  const { colors } = terminal;
  terminal.print(proposalView(proposal, { differences, colors, now: host.now() }).join("\n"));
}

export interface ChosenGiven {
  id?: string;
  all?: boolean;
}

export interface AcceptGiven extends ChosenGiven {
  /** In the editor first. */
  edit?: boolean;
}

/** `daybook inbox accept`: makes the change; undo takes it back. */
export async function acceptProposal(context: CommandContext, given: AcceptGiven): Promise<number> {
  if (given.edit === true && given.all === true)
    throw new DaybookError("usage", "--edit goes with one proposal: daybook inbox accept ID --edit.");
  const { inbox } = await context.open();
  const chosen = await chooseProposals(context, inbox, given);
  if (chosen === null) return done;
  const [first] = chosen;
  if (given.all !== true && first !== undefined)
    return acceptChosen(context, inbox, { first, edit: given.edit === true });
  return acceptAll(context, inbox, chosen);
}

/** The proposals that are meant; null when nothing waits, which was said. */
async function chooseProposals(
  context: CommandContext,
  inbox: Inbox,
  { id, all = false }: ChosenGiven,
): Promise<Proposal[] | null> {
  if (id !== undefined && all) throw new DaybookError("usage", "Name one proposal or say --all, not both.");
  if (id !== undefined) return [await inbox.find(id)];
  const { proposals, notices } = await inbox.list();
  for (const notice of notices) context.terminal.notice(showLine(notice));
  if (proposals.length > 0 && !all) {
    const ids = proposals.slice(0, 5).map((proposal) => proposal.id);
    const more = proposals.length > ids.length ? ", …" : "";
    throw new DaybookError(
      "usage",
      `Which one? Name its id, or say --all. These wait: ${ids.join(", ")}${more}.`,
    );
  }
  if (proposals.length > 0 || context.json) return proposals;
  sayNothingWaits(context);
  return null;
}

async function acceptChosen(
  context: CommandContext,
  inbox: Inbox,
  { first, edit }: { first: Proposal; edit: boolean },
): Promise<number> {
  const { terminal, json } = context;
  const proposal = edit ? await edited(context, inbox, first) : first;
  const decided = await acceptOne(inbox, proposal, conflictDoors(context, inbox));
  switch (decided.outcome) {
    case "accepted":
      if (json) terminal.json({ accepted: [acceptedForPrograms(proposal, decided)], gone: [], failed: [] });
      else printAccepted(context, [decided]);
      return done;
    case "gone":
      if (json) terminal.json({ accepted: [], gone: [goneForPrograms(proposal, decided)], failed: [] });
      else terminal.print(showLine(decided.reason));
      return done;
    case "refused":
      terminal.print("Nothing was changed; it waits on.");
      return done;
    case "unsure":
      throw new DaybookError("conflict", decided.reason, { data: { id: proposal.id } });
  }
}

/** Its file, opened in the person's editor, as it is afterwards. */
async function edited({ host, json }: CommandContext, inbox: Inbox, proposal: Proposal): Promise<Proposal> {
  const hasTerminal = host.stdin.isTTY === true && (json || host.stdout.isTTY === true);
  const command = editorCommand(host.env, hasTerminal);
  if (command === null) {
    throw new DaybookError(
      "usage",
      `There is no terminal for an editor here: set $EDITOR, or edit the file itself: ${proposal.file}.`,
    );
  }
  await openEditor(command, { host, file: proposal.file, quiet: json });
  return inbox.find(proposal.id);
}

function conflictDoors(context: CommandContext, inbox: Inbox): ConflictDoors {
  const { terminal, host, json } = context;
  return {
    async show(proposal, reason) {
      if (json) return;
      terminal.notice(showLine(reason));
      await printProposal(context, inbox, proposal);
    },
    ask: terminal.canAsk && !json ? () => confirm(host, "Accept it with this difference?") : null,
  };
}

type Done = Extract<Accepted, { outcome: "accepted" }>;
type Gone = Extract<Accepted, { outcome: "gone" }>;

function printAccepted({ terminal }: CommandContext, accepted: readonly Done[]): void {
  const { green, red, dim } = terminal.colors;
  for (const each of accepted) {
    const [verb, what] = acceptedText(each);
    terminal.print(`${(each.op === "forget" ? red : green)(verb)} ${showLine(what)}`);
    for (const note of each.notes) terminal.notice(showLine(note));
  }
  const times = accepted.length > 1 ? ", once for each, the last one first" : "";
  if (accepted.length > 0) terminal.print(dim(`  undo: daybook undo${times}`));
}

interface Refusal {
  proposal: string;
  code: string;
  message: string;
}

async function acceptAll(
  context: CommandContext,
  inbox: Inbox,
  proposals: readonly Proposal[],
): Promise<number> {
  const accepted: { proposal: Proposal; result: Done }[] = [];
  const gone: { proposal: Proposal; result: Gone }[] = [];
  const refused: Refusal[] = [];
  for (const proposal of proposals) {
    try {
      const result = await inbox.accept(proposal);
      if (result.outcome === "accepted") accepted.push({ proposal, result });
      else if (result.outcome === "gone") gone.push({ proposal, result });
      else refused.push({ proposal: proposal.id, code: "conflict", message: result.reason });
    } catch (error) {
      if (!DaybookError.isInstance(error)) throw error;
      refused.push({ proposal: proposal.id, code: error.code, message: messageOf(error) });
    }
  }
  const { terminal, json } = context;
  if (json) {
    terminal.json({
      accepted: accepted.map(({ proposal, result }) => acceptedForPrograms(proposal, result)),
      gone: gone.map(({ proposal, result }) => goneForPrograms(proposal, result)),
      failed: refused,
    });
  } else {
    printAccepted(
      context,
      accepted.map(({ result }) => result),
    );
    for (const { proposal, result } of gone)
      terminal.print(`${showLine(titleOf(proposal))}: ${showLine(result.reason)}`);
    for (const { proposal, message } of refused)
      terminal.problem(`${showLine(proposal)} waits on: ${showLine(message)}`);
  }
  return refused.length > 0 ? failed : done;
}

// A contract with programs.
function acceptedForPrograms(
  { id: proposal }: Proposal,
  { op, id, path, merged, notes }: Done,
): Record<string, unknown> {
  return { proposal, op, id, path, merged, notes };
}

function goneForPrograms({ id: proposal }: Proposal, { reason }: Gone): Record<string, unknown> {
  return { proposal, message: reason };
}

/** `daybook inbox reject`: refuses the change, now and when it is proposed again. */
export async function rejectProposal(context: CommandContext, given: ChosenGiven): Promise<number> {
  const { inbox } = await context.open();
  const chosen = await chooseProposals(context, inbox, given);
  if (chosen === null) return done;
  const { terminal, json } = context;
  const rejected: string[] = [];
  for (const proposal of chosen) {
    if (!(await inbox.reject(proposal))) continue;
    rejected.push(proposal.id);
    if (!json) terminal.print(`${terminal.colors.red("rejected")} ${showLine(titleOf(proposal))}`);
  }
  if (json) terminal.json({ rejected });
  return done;
}
