/** What can stand first on the command line. */
export const commandNames = [
  "chat",
  "demo",
  "list",
  "show",
  "log",
  "context",
  "save",
  "edit",
  "rm",
  "undo",
  "project",
  "init",
  "trust",
  "help",
] as const;
