import { execFileSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { messageOf } from "../../src/errors/index.ts";
import type { CaseRecord, Fixture, ParityCase, ParityRecord, StepRecord, Subject } from "./cases.ts";

/** Cases that wait for the disk at once. */
const AT_ONCE = 8;

/** Runs each case in a folder of its own and records what was answered and which files were left. */
export async function runCases(
  cases: readonly ParityCase[],
  open: (base: string) => Promise<Subject>,
): Promise<ParityRecord> {
  const record: ParityRecord = {};
  const run = async (each: ParityCase): Promise<void> => {
    record[each.id] = await runCase(each, open);
  };
  // The umask is the whole process's.
  for (const each of cases.filter(({ umask }) => umask !== undefined)) await run(each);
  const others = cases.filter(({ umask }) => umask === undefined);
  for (let at = 0; at < others.length; at += AT_ONCE) {
    await Promise.all(others.slice(at, at + AT_ONCE).map(run));
  }
  return record;
}

async function runCase(
  { setup = [], steps, umask }: ParityCase,
  open: (base: string) => Promise<Subject>,
): Promise<CaseRecord> {
  const base = await mkdtemp(join(tmpdir(), "parity-"));
  const before = umask === undefined ? undefined : process.umask(Number.parseInt(umask, 8));
  try {
    const subject = await open(base);
    const outside = join(base, "outside");
    await mkdir(outside, { recursive: true });
    await writeFile(join(outside, "secret.txt"), "sensitive data");
    for (const fixture of setup) await layOut(fixture, { root: subject.root, base });
    const answers: StepRecord[] = [];
    for (const input of steps) {
      const { isError, text } = await answer(subject, input);
      answers.push({ isError, text: hidden(text, { root: subject.root, base }) });
    }
    await subject.close();
    return {
      steps: answers,
      files: await snapshot(subject.root, { withModes: umask !== undefined }),
      outside: Object.keys(await snapshot(outside, { withModes: false })),
    };
  } finally {
    if (before !== undefined) process.umask(before);
    await rm(base, { recursive: true, force: true });
  }
}

async function answer(subject: Subject, input: Record<string, unknown>): Promise<StepRecord> {
  try {
    return { isError: false, text: await subject.run(input) };
  } catch (error) {
    return { isError: true, text: messageOf(error) };
  }
}

function hidden(text: string, { root, base }: { root: string; base: string }): string {
  if (text.length > 4000) return `${text.slice(0, 200)}… (${text.length} characters)`;
  return text.replaceAll(root, "<root>").replaceAll(base, "<base>");
}

async function layOut(fixture: Fixture, { root, base }: { root: string; base: string }): Promise<void> {
  const at = (path: string): string =>
    path.startsWith("@out/")
      ? join(base, "outside", path.slice(5))
      : path.startsWith("@sibling/")
        ? join(base, path.slice(9))
        : join(root, path);
  if ("mkdir" in fixture) return void (await mkdir(at(fixture.mkdir), { recursive: true }));
  if ("sibling" in fixture) return put(join(base, fixture.sibling, "secret.txt"), "secret");
  if ("fifo" in fixture) return void execFileSync("mkfifo", [at(fixture.fifo)]);
  if ("symlink" in fixture) return symlink(at(fixture.to), at(fixture.symlink));
  if ("repeat" in fixture) {
    const { repeat, unit, count, sep = "\n" } = fixture;
    return put(at(repeat), Array<string>(count).fill(unit).join(sep));
  }
  const { base64, text = "" } = fixture;
  return put(at(fixture.write), base64 === undefined ? text : Buffer.from(base64, "base64"));
}

async function put(path: string, data: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, data);
}

/** Everything in a folder as a plain object. */
async function snapshot(
  folder: string,
  { withModes, prefix = "" }: { withModes: boolean; prefix?: string },
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const mode = withModes ? ` ${((await lstat(path)).mode & 0o777).toString(8)}` : "";
    const name = prefix + entry.name;
    if (entry.isDirectory()) {
      found[`${name}/`] = `(dir)${mode}`;
      Object.assign(found, await snapshot(path, { withModes, prefix: `${name}/` }));
    } else if (entry.isSymbolicLink()) found[name] = "(symlink)";
    else if (!entry.isFile()) found[name] = "(special)";
    else {
      const data = await readFile(path);
      found[name] = (data.length > 2000 ? `(${data.length} bytes)` : data.toString("utf8")) + mode;
    }
  }
  return found;
}
