/**
 * `npm run test:clients -- [agents | mcp] [name ...]`: daybook with other people's programs. Not part of `npm test`: they
 * come from npm, pinned, and take minutes. Needs `npm run build`.
 */
const kinds: Readonly<Record<string, () => Promise<(names: readonly string[]) => Promise<boolean>>>> = {
  agents: async () => (await import("./agents/run.ts")).runAgents,
  mcp: async () => (await import("./mcp/run.ts")).runMcp,
};

const [kind, ...names] = process.argv.slice(2);
const wanted = Object.entries(kinds).filter(([name]) => kind === undefined || name === kind);
let isOk = wanted.length > 0;
for (const [, load] of wanted) isOk = (await (await load())(names)) && isOk;
process.exitCode = isOk ? 0 : 1;
