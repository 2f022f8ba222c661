/** What a plain `daybook mcp` is given. */
export interface McpLine {
  home?: string;
  project?: string;
}

/**
 * The line as clients start it: over standard input and output, each option written out with a value. Else undefined:
 * everything else is for the full reader, which knows what to say.
 */
export function readMcpLine([name, ...words]: readonly string[]): McpLine | undefined {
  if (name !== "mcp") return undefined;
  const line: McpLine = {};
  while (words.length > 0) {
    const [, option, joined] = /^--(home|project)(?:=(.*))?$/s.exec(words.shift() ?? "") ?? [];
    const value = joined ?? words.shift();
    if (value === undefined || value === "" || (joined === undefined && value.startsWith("-")))
      return undefined;
    if (option === "home") line.home = value;
    else if (option === "project") line.project = value;
    else return undefined;
  }
  return line;
}
