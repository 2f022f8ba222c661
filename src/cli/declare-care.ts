import type { Command as Program } from "commander";
import { helpTerm, homeOption, jsonOption } from "./common-options.ts";
import type { Connect } from "./connect.ts";

/** What keeps memory in order: proposals, faults, near-duplicates, figures. */
export function declareCare(program: Program, connect: Connect): void {
  program.commandsGroup("Looking after memory:");
  declareInbox(program, connect);
  const doctor = program
    .command("doctor")
    .description("What is wrong with the files of memory, and how to mend it")
    .option("--fix", "mend what can be mended without losing anything")
    .addOption(jsonOption());
  connect(doctor, async () => (await import("./commands/doctor.ts")).doctor);
  const tidy = program
    .command("tidy")
    .summary("Memories that say nearly the same, to be merged")
    .description("Memories that say nearly the same; with a model, proposals to merge them")
    .option("--model <id>", "who writes the merged memory: anthropic/… or openai/…")
    .option("--base-url <url>", "a server that speaks the model's protocol")
    .option("--script <file>", "play the answers of this file instead of asking a model")
    .addOption(jsonOption());
  connect(tidy, async () => (await import("./commands/tidy.ts")).tidy);
  const stats = program
    .command("stats")
    .description("How much there is, how full the indexes are, what it costs")
    .addOption(jsonOption());
  connect(stats, async () => (await import("./commands/stats.ts")).stats);
}

function declareInbox(program: Program, connect: Connect): void {
  const inbox = program
    .command("inbox")
    .usage("[command]")
    .description("Changes of memory that wait for your word")
    .helpCommand(...helpTerm)
    .addOption(jsonOption())
    .addOption(homeOption());
  const list = inbox
    .command("list", { isDefault: true })
    .description("All that wait, oldest first")
    .usage("[options]")
    .argument("[words...]")
    .addOption(jsonOption());
  connect(list, async () => (await import("./commands/inbox.ts")).listInbox, ["words"]);
  const show = inbox
    .command("show")
    .description("One proposal: the difference it makes, and the words it rests on")
    .argument("<id>", "its beginning, where no other has it")
    .addOption(jsonOption());
  connect(show, async () => (await import("./commands/inbox.ts")).showProposal, ["id"]);
  const accept = inbox
    .command("accept")
    .description("Make the change (undo takes it back)")
    .argument("[id]", "its beginning, where no other has it")
    .option("--all", "all that wait")
    .option("--edit", "in your editor first")
    .addOption(jsonOption());
  connect(accept, async () => (await import("./commands/inbox.ts")).acceptProposal, ["id"]);
  const reject = inbox
    .command("reject")
    .description("Refuse the change, now and when it is proposed again")
    .argument("[id]", "its beginning, where no other has it")
    .option("--all", "all that wait")
    .addOption(jsonOption());
  connect(reject, async () => (await import("./commands/inbox.ts")).rejectProposal, ["id"]);
}
