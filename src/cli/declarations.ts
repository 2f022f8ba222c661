import { Option } from "commander";
import type { Command as Program } from "commander";
import { helpTerm, homeOption, jsonOption } from "./common-options.ts";
import type { Connect } from "./connect.ts";
import { declareAgents } from "./declare-agents.ts";
import { declareCare } from "./declare-care.ts";
import { declareSessions } from "./declare-sessions.ts";

/** Every command with its options, in the order help shows them. */
export function declareCommands(program: Program, connect: Connect): void {
  declareChat(program, connect);
  declareReading(program, connect);
  declareWriting(program, connect);
  declareCare(program, connect);
  declareSessions(program, connect);
  declareAgents(program, connect);
  declareProject(program, connect);
}

function declareChat(program: Program, connect: Connect): void {
  program.commandsGroup("Talking:");
  const chat = program
    .command("chat", { isDefault: true })
    .summary("Talk with a model that remembers: what daybook alone does")
    .description(
      "Talk with a model that remembers. Each line of piped input is a prompt; /help lists what can be typed.",
    )
    .usage("[options]")
    .argument("[words...]")
    .option("-p, --prompt <text>", "answer this one prompt and end; piped input goes with it")
    .addOption(
      new Option("--output <form>", "with -p: the answer as text, or as JSON for programs").choices([
        "text",
        "json",
      ]),
    )
    .addOption(
      new Option("--permissions <mode>", "what it may do by itself (default: ask)").choices([
        "ask",
        "accept-edits",
        "read-only",
        "all",
      ]),
    )
    .optionsGroup("Sessions:")
    .option("-c, --continue", "go on with the latest session of this project")
    .option("-r, --resume [id]", "go on with this session; alone, choose one")
    .optionsGroup("Model:")
    .option("--model <id>", "anthropic/… or openai/… (default: settings, a key in the environment, Ollama)")
    .option(
      "--base-url <url>",
      "a server that speaks the model's protocol, such as http://127.0.0.1:11434/v1",
    )
    .option("--side-model <id>", "who chooses memories beside the conversation (default: the same)")
    .option("--context-window <tokens>", "what it can read at once, where daybook does not know it")
    .option("--script <file>", "play the answers of this file instead of asking a model")
    .optionsGroup("Memory:")
    .addOption(
      new Option("--recall <mode>", "how memories are chosen for a prompt (default: auto)").choices([
        "auto",
        "model",
        "lexical",
        "off",
      ]),
    )
    .addOption(
      new Option(
        "--extract <mode>",
        "how notes are taken of finished turns (default: auto; off for scripts)",
      ).choices(["auto", "review", "nudge", "off"]),
    )
    .addOption(
      new Option(
        "--memory-tool <kind>",
        "how the model reaches memory (default: daybook's own tool)",
      ).choices(["anthropic"]),
    )
    .addOption(placement())
    .option("--no-memory", "neither read nor keep memories")
    .optionsGroup("Options:");
  connect(chat, async () => (await import("./commands/chat.ts")).chat, ["words"]);
  const demo = program.command("demo").description("See two processes share one memory, without a key");
  connect(demo, async () => (await import("./commands/demo.ts")).demo);
}

const slugHelp = "of the memory, or its id scope/slug";

function declareReading(program: Program, connect: Connect): void {
  program.commandsGroup("Reading:");
  const list = program
    .command("list")
    .description("All memories: the person's and this project's")
    .addOption(scope("only this scope"))
    .addOption(type("only this type", ["unknown"]))
    .addOption(jsonOption());
  connect(list, async () => (await import("./commands/list.ts")).list);
  const search = program
    .command("search")
    .description("Memories that hold these words, the best first")
    .argument("<words...>")
    .option("-n, --limit <count>", "how many at most (default: 10)")
    .addOption(jsonOption());
  connect(search, async () => (await import("./commands/search.ts")).search, ["words"]);
  const recall = program
    .command("recall")
    .description("What a turn with this prompt would be brought")
    .argument("<prompt...>")
    .option("--explain", "how each score came about, by word and field")
    .addOption(jsonOption());
  connect(recall, async () => (await import("./commands/recall.ts")).recall, ["words"]);
  const show = program
    .command("show")
    .description("One memory in full")
    .argument("<slug>", slugHelp)
    .addOption(jsonOption());
  connect(show, async () => (await import("./commands/show.ts")).show, ["slug"]);
  const log = program
    .command("log")
    .description("What changed, newest first")
    .option("-n, --limit <count>", "how many changes (default: all with --json, else 30)")
    .addOption(jsonOption());
  connect(log, async () => (await import("./commands/log.ts")).log);
  const context = program
    .command("context")
    .description("What a new session would be told, block by block")
    .option("--text", "print the blocks in full")
    .addOption(placement())
    .addOption(jsonOption());
  connect(context, async () => (await import("./commands/context.ts")).context);
}

function declareWriting(program: Program, connect: Connect): void {
  program.commandsGroup("Writing:");
  const save = program
    .command("save")
    .description("Keep one fact; the body from --body or standard input")
    .addOption(type("what kind of fact it is"))
    .option("--name <text>", "a short title")
    .option("--description <text>", "when it is useful: a session reads this line first")
    .option("--body <text>", "the fact, in Markdown")
    .addOption(scope("whose it is (default: user for user and feedback, else project)"))
    .option("--slug <slug>", "the memory to update, or the file name of a new one")
    .addOption(jsonOption());
  connect(save, async () => (await import("./commands/save.ts")).save);
  const edit = program
    .command("edit")
    .description("Correct a memory, by options or in your editor")
    .argument("<slug>", slugHelp)
    .option("--name <text>", "a new title")
    .option("--description <text>", "a new description")
    .option("--body <text>", "a new body")
    .addOption(jsonOption());
  connect(edit, async () => (await import("./commands/edit.ts")).edit, ["slug"]);
  const remove = program
    .command("rm")
    .summary("Delete a memory, or all that came out of a session")
    .description("Delete a memory (undo brings it back), or all that came out of a session")
    .argument("[slug]", slugHelp)
    .option("--session <id>", "all memories and proposals that this session brought")
    .option("--purge", "with --session: from history, inbox and logs too, for good")
    .option("-y, --yes", "with --session: without asking")
    .addOption(jsonOption());
  connect(remove, async () => (await import("./commands/rm.ts")).rm, ["slug"]);
  const undo = program
    .command("undo")
    .description("Take back the newest change; again for the one before")
    .option("--skip", "leave its files as they are, and let the next undo go on with the one before")
    .addOption(jsonOption());
  connect(undo, async () => (await import("./commands/undo.ts")).undo);
}

function declareProject(program: Program, connect: Connect): void {
  program.commandsGroup("Project:");
  const project = program
    .command("project")
    .usage("[command]")
    .description("Which project this folder is of, and where its memory is")
    .helpCommand(...helpTerm)
    .addOption(jsonOption())
    .addOption(homeOption());
  const show = project
    .command("show", { isDefault: true })
    .description("Id, root and folders of the project")
    .usage("[options]")
    .argument("[words...]")
    .addOption(jsonOption());
  connect(show, async () => (await import("./commands/project.ts")).showProject, ["words"]);
  const adopt = project
    .command("adopt")
    .description("Take over the private memories of a project that was here before")
    .argument("<id>")
    .addOption(jsonOption());
  connect(adopt, async () => (await import("./commands/project.ts")).adopt, ["id"]);
  const init = program
    .command("init")
    .description("Share project memories through git: make .agent/memory")
    .option("--move", "move what is kept privately for this project into it")
    .option("--no-move", "leave private memories where they are, without asking")
    .addOption(jsonOption());
  connect(init, async () => (await import("./commands/init.ts")).init);
  const trust = program
    .command("trust")
    .description("Show shared memories that came from others; accept them")
    .option("-y, --yes", "accept without asking")
    .option("--always", "accept whatever comes with a pull from now on")
    .addOption(jsonOption());
  connect(trust, async () => (await import("./commands/trust.ts")).trust);
}

function type(description: string, more: readonly string[] = []): Option {
  const types = ["user", "feedback", "project", "reference", ...more];
  return new Option("--type <type>", description).choices(types);
}

function scope(description: string): Option {
  return new Option("--scope <scope>", description).choices(["user", "project"]);
}

function placement(): Option {
  return new Option("--placement <place>", "where the indexes stand in the request").choices([
    "system",
    "user",
  ]);
}
