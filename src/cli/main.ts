/** Runs one command line and gives its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(_argv: readonly string[]): Promise<number> {
  process.stderr.write("daybook: no command is built yet.\n");
  return 1;
}
