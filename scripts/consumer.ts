/**
 * A step of `npm run check`: the package as those see it who install it. Packs the tarball, unpacks it into a scratch project
 * beside links to the packages it asks for, imports each entry with no optional peer in reach, and compiles every entry
 * (without the types of Node too) and every example with `tsc --strict`, the package's own declarations included.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { exportTargets } from "./library-entries.ts";

interface Manifest {
  name: string;
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
const entries = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => manifest.name + path.slice(1));

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-consumer-"));
  try {
    await unpack(folder);
    await importEntries(folder);
    await compile(folder);
    process.stdout.write(`consumer: ${entries.length} entries import and compile as installed\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(folder: string): Promise<void> {
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const tarball = execFileSync("npm", pack, { encoding: "utf8" }).trim();
  const installed = join(folder, "node_modules", manifest.name);
  await mkdir(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, tarball), "--strip-components=1", "-C", installed]);
  for (const target of exportTargets(manifest)) await readFile(join(installed, target));
  await link(folder, Object.keys(manifest.dependencies));
}

async function link(folder: string, packages: readonly string[]): Promise<void> {
  for (const name of packages) {
    const place = join(folder, "node_modules", name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(resolve("node_modules", name), place, "dir");
  }
}

// Nothing optional is linked yet: an entry that loaded it at once would fail. The entries hold copies of one another's
// code, so that an error of one must be known by the class of another.
async function importEntries(folder: string): Promise<void> {
  const file = join(folder, "entries.mjs");
  const imports = entries.map((entry) => `await import(${JSON.stringify(entry)});\n`);
  await writeFile(file, [...imports, errorCheck].join(""));
  execFileSync(process.execPath, [file], { cwd: folder, stdio: "inherit" });
}

const errorCheck = `
import { DaybookError, openDaybook } from ${JSON.stringify(manifest.name)};
import { createAnthropicMemory } from ${JSON.stringify(`${manifest.name}/anthropic`)};
const daybook = await openDaybook({ home: "home", cwd: "." });
const failures = [
  () => daybook.store.read("none"),
  () => createAnthropicMemory({ daybook }).view({ path: "/memories/user/none.md" }),
];
for (const failure of failures) {
  const error = await failure().catch((thrown) => thrown);
  if (!(error instanceof DaybookError)) throw new Error("an error of another entry is not known: " + error);
}
`;

/** Who has no types of Node has those of the web: `AbortSignal` is of both. */
const withoutNode = { lib: ["es2023", "dom"], types: [] };
const withNode = { lib: ["es2023"], types: ["node"] };

/** Compiles the entries without the optional peers, then all with them, each time without the types of Node and with them. */
async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const alone = entries.filter((entry) => !entry.endsWith("/ai-sdk"));
  await compileUses(folder, alone, withoutNode);
  await link(folder, ["@types/node"]);
  await compileUses(folder, alone, withNode);
  await link(folder, Object.keys(manifest.peerDependencies));
  await compileUses(folder, entries, withoutNode);
  await cp("examples", join(folder, "examples"), { recursive: true });
  await compileUses(folder, entries, withNode);
}

async function compileUses(
  folder: string,
  used: readonly string[],
  platform: { lib: string[]; types: string[] },
): Promise<void> {
  const uses = used.map((entry, index) => `export * as entry${index} from ${JSON.stringify(entry)};\n`);
  await writeFile(join(folder, "entries.ts"), uses.join(""));
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2023",
    ...platform,
    noEmit: true,
  };
  const include = ["entries.ts", "examples/*.ts"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  const command = ["--pretty", "false", "-p", "."];
  const { stdout } = spawnSync(resolve("node_modules/.bin/tsc"), command, { cwd: folder, encoding: "utf8" });
  const faults = stdout.split("\n").filter((line) => /error TS\d+/.test(line) && !isOfOthers(line, folder));
  if (faults.length > 0) throw new Error(`the types do not compile as installed:\n${faults.join("\n")}`);
}

// What a peer's own types lack (those of `ai` want a browser's) is no fault of this package.
function isOfOthers(line: string, folder: string): boolean {
  const [path = ""] = line.split("(");
  return resolve(realpathSync(folder), path).startsWith(realpathSync("node_modules"));
}

try {
  await main();
} catch (error) {
  // The compiler and npm have told their errors already; the sentence here names the step.
  process.stderr.write(`consumer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
