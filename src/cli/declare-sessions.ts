import { Option } from "commander";
import type { Command as Program } from "commander";
import { helpTerm, homeOption, jsonOption } from "./common-options.ts";
import type { Connect } from "./connect.ts";

/** `daybook sessions` and its commands. */
export function declareSessions(program: Program, connect: Connect): void {
  program.commandsGroup("Sessions:");
  const sessions = program
    .command("sessions")
    .usage("[command]")
    .description("Conversations of this project: what there is, and how long it is kept")
    .summary("Conversations: list, show, export, pin, restore, prune")
    .helpCommand(...helpTerm)
    .addOption(jsonOption())
    .addOption(homeOption());
  declareReading(sessions, connect);
  declareKeeping(sessions, connect);
}

const idHelp = "its beginning, or its last four digits, where no other has these";

function declareReading(sessions: Program, connect: Connect): void {
  const list = sessions
    .command("list", { isDefault: true })
    .description("All sessions of this project, newest activity first")
    .usage("[options]")
    .argument("[words...]")
    .addOption(jsonOption());
  connect(list, async () => (await import("./commands/sessions.ts")).listSessions, ["words"]);
  const show = sessions
    .command("show")
    .description("A conversation as it would go on")
    .argument("<id>", idHelp)
    .addOption(jsonOption());
  connect(show, async () => (await import("./commands/sessions-show.ts")).showSession, ["id"]);
  const exported = sessions
    .command("export")
    .description("Everything that was said, to standard output")
    .argument("<id>", idHelp)
    .addOption(
      new Option("--format <form>", "Markdown for people, or JSON (default: md)").choices(["md", "json"]),
    )
    .addOption(jsonOption());
  connect(exported, async () => (await import("./commands/sessions-show.ts")).exportSession, ["id"]);
}

function declareKeeping(sessions: Program, connect: Connect): void {
  const pin = sessions
    .command("pin")
    .description("Keep a session from the trash, or bring it back for good")
    .argument("<id>", idHelp)
    .addOption(jsonOption());
  connect(pin, async () => (await import("./commands/sessions.ts")).pinSession, ["id"]);
  const unpin = sessions
    .command("unpin")
    .description("Pin a session no longer")
    .argument("<id>", idHelp)
    .addOption(jsonOption());
  connect(unpin, async () => (await import("./commands/sessions.ts")).unpinSession, ["id"]);
  const restore = sessions
    .command("restore")
    .description("Bring a session back from the trash; alone, list the trash")
    .argument("[id]", idHelp)
    .addOption(jsonOption());
  connect(restore, async () => (await import("./commands/sessions-prune.ts")).restoreSession, ["id"]);
  const prune = sessions
    .command("prune")
    .description("Put away now what rested too long, as each start does")
    .option("--dry-run", "only say what would go")
    .option("-y, --yes", "do not ask (without a terminal nothing is asked)")
    .addOption(jsonOption());
  connect(prune, async () => (await import("./commands/sessions-prune.ts")).pruneSessions);
}
