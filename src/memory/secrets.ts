import { DaybookError } from "../errors/index.ts";
import type { SecretGate } from "../guard/index.ts";
import type { Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { indexPathOf, type MemoryFolder } from "./folders.ts";
import { parseMemory } from "./format.ts";
import { renderEntry } from "./index-entry.ts";
import { scanIndex } from "./index-file.ts";
import type { OpenedMemory } from "./load.ts";
import type { WantedSave } from "./save-input.ts";

/**
 * No secret goes into a memory, and none into the history: neither with what is saved nor with what a change
 * takes out of a file that a person wrote. Messages name kind and place, never the value.
 */

interface Field {
  field: string;
  text: string;
}

/** As much of a memory file as is looked at. */
interface WholeFile {
  memory: Pick<OpenedMemory["memory"], "name" | "description" | "body" | "session">;
  text: string;
}

interface FoundSecret {
  kind: string;
  field: string;
  line: number;
}

/** Fails with `secret` where the gate finds one in what is to be saved. */
export async function refuseSecrets(gate: SecretGate, wanted: WantedSave): Promise<void> {
  const fields = (["name", "description", "body", "session", "slug"] as const).flatMap((field) => {
    const text = wanted[field];
    return text === undefined ? [] : [{ field, text }];
  });
  const found = await findSecrets(gate, fields);
  if (found.length > 0) throw refusal(found, sentenceOf(found));
}

function sentenceOf(found: readonly FoundSecret[]): string {
  return `Not saved: this holds a secret (${listed(found)}). Memories are plain files that every later session reads. Leave the secret out, and note where it is kept instead.`;
}

/** Fails with `secret` where the gate finds one in a whole memory file that is to be written, or in its slug. */
export async function refuseSecretsIn(
  gate: SecretGate,
  { text, slug }: { text: string; slug: string },
): Promise<void> {
  const { header, body } = await parseMemory(text, slug);
  const fields = fieldsOf({ memory: { ...header, body }, text });
  const found = await findSecrets(gate, [...fields, { field: "slug", text: slug }]);
  if (found.length > 0) throw refusal(found, sentenceOf(found));
}

/** What the gate finds in a memory file, as places for people; empty for none. */
export async function secretsIn(gate: SecretGate, opened: OpenedMemory): Promise<string> {
  return listed(await findSecrets(gate, fieldsOf(opened)));
}

/**
 * Keeps out of the history what a change is about to take out of a memory and its index lines, where that
 * holds a secret. Must be asked before the change is written. Gives what to tell the person.
 */
export async function withholdSecrets(
  { gate, limits }: StoreContext,
  tx: Transaction,
  { folder, name, opened }: { folder: MemoryFolder; name: string; opened: OpenedMemory | null },
): Promise<string[]> {
  const index = await tx.read(indexPathOf(folder));
  const lines = index.found ? linesOfFile(index.text, name) : [];
  const made =
    opened && renderEntry({ ...opened.memory, file: name, limit: limits.indexLineCharacters }).line;
  // A line that daybook made says nothing that the header does not.
  const text = lines.filter((line) => line.trim() !== made).join("\n");
  const fields = [...(opened ? fieldsOf(opened) : []), { field: "index line", text }];
  const found = await findSecrets(gate, fields);
  if (found.length === 0) return [];
  tx.withhold(`${folder.path}/${name}`);
  tx.withhold(indexPathOf(folder));
  return [
    `What was there held a secret (${listed(found)}): the history does not keep it, so this change cannot be undone.`,
  ];
}

/** Fails with `secret` where a file that a person wrote a secret into would be written again with it. */
export async function refuseKeptSecrets(
  gate: SecretGate,
  { before, after }: { before: OpenedMemory; after: OpenedMemory },
): Promise<void> {
  const found = await findSecrets(gate, fieldsOf(after));
  if (found.length === 0) return;
  throw refusal(
    found,
    `Not saved: ${before.memory.file} would still hold a secret (${listed(found)}) that was written into it by hand. Take it out first: \`daybook edit ${before.memory.id}\`.`,
  );
}

function linesOfFile(index: string, file: string): string[] {
  const lines = scanIndex(index).filter(({ entry }) => entry?.file === file);
  return lines.map(({ start, end }) => index.slice(start, end));
}

/** The fields as a save checks them, so that what passed then passes now, and what else the header holds. */
function fieldsOf({ memory, text }: WholeFile): Field[] {
  const { name, description, body, session } = memory;
  const header = text.endsWith(body) ? text.slice(0, text.length - body.length) : text;
  const others = header.split("\n").filter((line) => !/^(?:name|description|session):/.test(line));
  return [
    { field: "name", text: name },
    { field: "description", text: description },
    { field: "body", text: body },
    ...(session === null ? [] : [{ field: "session", text: session }]),
    { field: "header", text: others.join("\n") },
  ];
}

async function findSecrets(gate: SecretGate, fields: readonly Field[]): Promise<FoundSecret[]> {
  const findings = await gate.check(fields.map(({ text }) => text).join("\n"));
  return findings.map(({ kind, line }) => ({ kind, ...placeInFields(fields, line) }));
}

function refusal(found: readonly FoundSecret[], message: string): DaybookError {
  return new DaybookError("secret", message, {
    data: { kind: found[0]?.kind, line: found[0]?.line, findings: found },
  });
}

function listed(found: readonly FoundSecret[]): string {
  const places = found.map(
    ({ kind, field, line }) => `${kind} in the ${field}${field === "body" ? `, line ${line}` : ""}`,
  );
  return [...new Set(places)].join("; ");
}

function placeInFields(
  fields: readonly { field: string; text: string }[],
  line: number,
): { field: string; line: number } {
  let first = 1;
  for (const { field, text } of fields) {
    const count = text.split("\n").length;
    if (line < first + count) return { field, line: line - first + 1 };
    first += count;
  }
  return { field: fields.at(-1)?.field ?? "body", line: 1 };
}
