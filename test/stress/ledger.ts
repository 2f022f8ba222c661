import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What a memory may hold: a version, or null where it is deleted or was never saved. */
type State = number | null;

/**
 * What must be on the disk, from what the writers said: an acknowledged operation holds; one that
 * was tried when its writer was killed may have happened or not.
 */
export function readLedger(lines: readonly string[]): Map<string, Set<State>> {
  const allowed = new Map<string, Set<State>>();
  for (const line of lines) {
    const [kind, operation, memory = "", version] = line.split(" ");
    if (kind !== "try" && kind !== "ack") continue;
    const state = operation === "delete" ? null : Number(version);
    if (kind === "ack") allowed.set(memory, new Set([state]));
    else allowed.set(memory, new Set([...(allowed.get(memory) ?? [null]), state]));
  }
  return allowed;
}

/** Compares the disk with the ledger; gives a sentence for each thing that is wrong. */
export function auditMemories(home: string, ledger: ReadonlyMap<string, ReadonlySet<State>>): string[] {
  const folder = join(home, "memory");
  const names = readdirSync(folder).filter((name) => name !== "MEMORY.md");
  const index = readFileSync(join(folder, "MEMORY.md"), "utf8").split("\n").filter(Boolean);
  const linked = index.map((line) => /\]\((.+)\.md\) — /.exec(line)?.[1] ?? line);
  const faults: string[] = [];
  if (new Set(linked).size !== linked.length) faults.push("a memory has two index lines");
  for (const name of names.filter((each) => !each.endsWith(".md"))) faults.push(`${name} was left over`);
  for (const [memory, allowed] of ledger) {
    const state = stateOf(join(folder, `${memory}.md`));
    if (!allowed.has(state)) faults.push(`${memory} is ${state}, allowed is ${[...allowed].join(" or ")}`);
    if ((state !== null) !== linked.includes(memory)) faults.push(`${memory}: file and index line disagree`);
  }
  for (const slug of linked) if (!ledger.has(slug)) faults.push(`${slug} was never saved`);
  return faults;
}

function stateOf(path: string): State {
  try {
    const version = /^---\n[^]*\n---\n[^]*version (\d+)\n$/.exec(readFileSync(path, "utf8"))?.[1];
    return version === undefined ? Number.NaN : Number(version);
  } catch {
    return null;
  }
}
