import { Option } from "commander";
import type { Command as Program } from "commander";
import type { Connect } from "./connect.ts";

/** `daybook sessions` and its commands. */
export function declareSessions(program: Program, connect: Connect): void {
  program.commandsGroup("Sessions:");
  const sessions = program
    .command("sessions")
    .usage("[command]")
    .description("Conversations of this project: list, show, pin, restore, export");
  declareReading(sessions, connect);
  declareKeeping(sessions, connect);
}

function declareReading(sessions: Program, connect: Connect): void {
  const list = sessions
    .command("list", { isDefault: true })
    .description("All sessions of this project, newest activity first")
    .usage("[options]")
    .argument("[words...]")
    .addOption(json());
  connect(list, async () => (await import("./commands/sessions.ts")).listSessions, ["words"]);
  const show = sessions
    .command("show")
    .description("A conversation as it would go on; the beginning of an ID is enough")
    .argument("<id>")
    .addOption(json());
  connect(show, async () => (await import("./commands/sessions-show.ts")).showSession, ["id"]);
  const exported = sessions
    .command("export")
    .description("Everything that was said in a session, to standard output")
    .argument("<id>")
    .addOption(
      new Option("--format <form>", "Markdown for people, or JSON (default: md)").choices(["md", "json"]),
    )
    .addOption(json());
  connect(exported, async () => (await import("./commands/sessions-show.ts")).exportSession, ["id"]);
}

function declareKeeping(sessions: Program, connect: Connect): void {
  const pin = sessions
    .command("pin")
    .description("Keep a session from the trash")
    .argument("<id>")
    .addOption(json());
  connect(pin, async () => (await import("./commands/sessions.ts")).pinSession, ["id"]);
  const unpin = sessions.command("unpin").description("Pin it no longer").argument("<id>").addOption(json());
  connect(unpin, async () => (await import("./commands/sessions.ts")).unpinSession, ["id"]);
  const restore = sessions
    .command("restore")
    .description("Bring a session back from the trash; without ID, list the trash")
    .argument("[id]")
    .addOption(json());
  connect(restore, async () => (await import("./commands/sessions-prune.ts")).restoreSession, ["id"]);
  const prune = sessions
    .command("prune")
    .description("Put sessions that rested too long into the trash now, as each start does")
    .option("--dry-run", "only say what would go, and why")
    .option("-y, --yes", "do not ask (without a terminal nothing is asked)")
    .addOption(json());
  connect(prune, async () => (await import("./commands/sessions-prune.ts")).pruneSessions);
}

function json(): Option {
  return new Option("--json", "print JSON for programs");
}
