/** What can stand first on the command line. */
export const commandNames = [
  "chat",
  "demo",
  "list",
  "search",
  "show",
  "log",
  "context",
  "save",
  "edit",
  "rm",
  "undo",
  "sessions",
  "project",
  "init",
  "trust",
  "help",
] as const;
