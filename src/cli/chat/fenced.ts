/** The text in a Markdown fence that nothing inside can end. */
export function fenced(text: string): string {
  const runs = text.match(/`{3,}/gu) ?? [];
  const fence = "`".repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
  return `${fence}\n${text.endsWith("\n") || text === "" ? text : `${text}\n`}${fence}`;
}
