import { Command as Program } from "commander";
import type { Command, CommandContext } from "./command.ts";
import { helpTerm, homeOption } from "./common-options.ts";
import { declareCommands } from "./declarations.ts";
import { helpForm, helpWidth, wrapHelp } from "./help-form.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Options that every command takes. */
export interface CommonOptions {
  json: boolean;
  home?: string;
}

/** Runs a command that was recognised; called at most once. */
export type RunCommand = (
  start: (context: CommandContext) => Promise<number>,
  options: CommonOptions,
) => Promise<void>;

const footer = `
Without a command daybook opens a chat: -c goes on with the latest session, -r with another, -p "…" answers one prompt. daybook chat --help shows all of its options.
Where a SLUG is asked for, an id scope/slug will do; for the ID of a session, its beginning.
Exit codes: 0 done, 1 failed, 2 wrong usage. Version: daybook --version`;

/**
 * Declares every command and option. A command's code is loaded when it is called, so that none
 * pays for another's packages.
 */
export function createProgram({ terminal, run }: { terminal: Terminal; run: RunCommand }): Program {
  const program = new Program("daybook")
    .description("Long-term memory for coding agents: plain files that you can read, correct and own.")
    .usage("[command] [options]")
    .addOption(homeOption())
    // Else a value such as --body "--home" would be taken for an option of daybook itself.
    .enablePositionalOptions()
    .exitOverride()
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .configureHelp(helpForm)
    .configureOutput({
      getOutHelpWidth: () => helpWidth(terminal.width),
      writeOut: (text) => terminal.print(text.trimEnd()),
      // What is wrong comes back as an error and is told in one place.
      writeErr: () => {},
    })
    .addHelpText("after", () => wrapHelp(footer, helpWidth(terminal.width)));
  declareCommands(program, (command, load, positional) =>
    connect({ program, command, run, load, positional }),
  );
  declareHelp(program);
  return program;
}

/** Our own, since commander's has no sentence for a command that does not exist. */
function declareHelp(program: Program): void {
  program.commandsGroup("Help:");
  program
    .command("help")
    .description(helpTerm[1])
    .usage("[command]")
    .argument("[words...]")
    .action(async (words: string[]) => {
      let found = program;
      for (const word of words) {
        const next = found.commands.find((command) => command.name() === word);
        if (next === undefined) throw await unknownTo(found, word);
        found = next;
      }
      found.outputHelp();
    });
}

async function unknownTo(command: Program, word: string): Promise<Error> {
  const { unknownCommand, unknownPart } = await import("./unknown-command.ts");
  if (command.parent === null) return unknownCommand(word);
  const known = command.commands.map((part) => part.name());
  return known.length > 0
    ? unknownPart(command.name(), word, known)
    : unknownPart("help", word, [command.name()]);
}

interface Connection<Given> {
  program: Program;
  command: Program;
  run: RunCommand;
  load: () => Promise<Command<Given>>;
  positional: readonly string[] | undefined;
}

function connect<Given>({ program, command, run, load, positional = [] }: Connection<Given>): void {
  command.addOption(homeOption());
  command.action(async () => {
    const given: Record<string, unknown> = {
      ...program.opts(),
      ...command.optsWithGlobals(),
      ...command.opts(),
    };
    positional.forEach((name, index) => {
      const value: unknown = command.processedArgs[index];
      if (value !== undefined) given[name] = value;
    });
    // The declaration of the command is what makes its `Given` true; commander knows no types.
    const start = async (context: CommandContext) => (await load())(context, given as Given);
    const home = given["home"];
    await run(start, {
      json: given["json"] === true || given["output"] === "json",
      ...(typeof home === "string" ? { home } : {}),
    });
  });
}
