import { Option } from "commander";

/** `--json`, of every command that tells something a program may read. */
export function jsonOption(): Option {
  return new Option("--json", "print JSON for programs");
}

/** `--home`, of every command; before and behind it means the same. */
export function homeOption(): Option {
  return new Option("--home <dir>", "where everything is kept (default: DAYBOOK_HOME, ~/.agent)");
}

/** How help calls itself, of a command that has commands too. */
export const helpTerm = ["help [command]", "Show help, of a command if one is named"] as const;
