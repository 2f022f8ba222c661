import { memoryTypes } from "../memory/index.ts";
import { fieldOf, readFrontmatter, renderFrontmatter, wellFormed } from "../text/index.ts";
import type { Frontmatter } from "../text/index.ts";
import { reasonText } from "./inbox-reasons.ts";
import type { Difference } from "./inbox-difference.ts";
import { differenceText } from "./inbox-difference.ts";
import type { Evidence, Proposal, ProposedMemory } from "./proposal.ts";

/**
 * A proposal as a file that a person reads and edits: a header, the text that would be kept, a line that ends it, and
 * below that why. What stands below is for reading alone, but for the quoted words.
 */

/** What a file of the inbox says; its name and place are no part of it. */
export type WrittenProposal = Omit<Proposal, "id" | "file">;

export type ParsedProposal = { ok: true; proposal: WrittenProposal } | { ok: false; problem: string };

const border = "<!-- daybook: above is what will be kept, edit it as you like; below is why -->";
const isBorder = (line: string): boolean => /^<!-- daybook: .*-->\s*$/.test(line);

/** The file of a proposal, with the difference that it makes at this moment. */
export function renderProposal(proposal: WrittenProposal, differences: readonly Difference[]): string {
  const { memory } = proposal;
  const body = memory?.body ?? "";
  const end = body === "" || body.endsWith("\n") ? "" : "\n";
  return renderFrontmatter(
    fieldsOf(proposal),
    `${body}${end}\n${border}\n\n${whyText(proposal, differences)}`,
  );
}

function fieldsOf({ op, targets, reason, rationale, evidence, created, memory }: WrittenProposal) {
  const { session, n } = evidence;
  const fields: [key: string, value: string | undefined][] = [
    ["op", op],
    ...targets.map(({ id, version }, at): [string, string] => [targetKey(at), `${id}@${version}`]),
    ["name", memory?.name],
    ["description", memory?.description],
    ["type", memory?.type],
    ["scope", memory?.scope],
    ["reason", reason],
    ["rationale", rationale],
    ["session", session],
    ["n", n === undefined ? undefined : String(n)],
    ["created", created],
  ];
  return fields.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: wellFormed(value) }]));
}

function targetKey(at: number): string {
  return at === 0 ? "target" : `target-${at + 1}`;
}

function whyText(proposal: WrittenProposal, differences: readonly Difference[]): string {
  const { op, reason, rationale, evidence } = proposal;
  const quoted = evidence.quote === "" ? [] : evidence.quote.split("\n").map((line) => `> ${line}`.trimEnd());
  const from =
    evidence.session === undefined
      ? []
      : [`Session ${evidence.session}${evidence.n === undefined ? "" : `, record ${evidence.n}`}.`];
  const said = [...from, ...(quoted.length === 0 ? [] : ["", ...quoted])];
  return [
    `Proposed ${op}: it waits because ${reasonText(reason)}.`,
    ...(rationale === undefined ? [] : ["", `The model says: ${rationale}`]),
    ...(said.length === 0 ? [] : ["", ...said]),
    ...differences.flatMap((difference) => ["", ...differenceText(difference)]),
    "",
  ].join("\n");
}

/** Reads a file of the inbox, edited or not. What cannot be made out is told and never guessed. */
export async function parseProposal(text: string): Promise<ParsedProposal> {
  const front = await readFrontmatter(text);
  if (front.header === null || front.damaged) return not("its header (--- lines) cannot be made out");
  const op = valueOf(front, "op");
  if (op !== "create" && op !== "update" && op !== "forget" && op !== "merge")
    return not('its "op:" is none of create, update, forget, merge');
  const targets = targetsOf(front);
  if (targets === null) return not('a "target:" is no id@version');
  if (!isCount(op, targets.length)) return not(`its "target:" lines do not fit a ${op}`);
  const lines = front.body.replaceAll("\r\n", "\n").split("\n");
  const end = lines.findLastIndex(isBorder);
  if (end < 0) return not(`the line that ends the text is missing: ${border}`);
  const memory = op === "forget" ? null : memoryOf(front, lines.slice(0, end).join("\n"));
  if (typeof memory === "string") return not(memory);
  // Its memories stay where they are: a scope that was edited would be shown and not kept.
  if (op === "merge" && targets.some(({ id }) => !id.startsWith(`${memory?.scope}/`)))
    return not('its "scope:" is not that of the memories that it merges');
  const rationale = valueOf(front, "rationale");
  return {
    ok: true,
    proposal: {
      op,
      memory,
      targets,
      reason: (valueOf(front, "reason") ?? "review") as Proposal["reason"],
      ...(rationale === undefined ? {} : { rationale }),
      evidence: evidenceOf(front, lines.slice(end + 1)),
      created: valueOf(front, "created") ?? "",
    },
  };
}

function not(problem: string): ParsedProposal {
  return { ok: false, problem };
}

function valueOf(front: Frontmatter, key: string): string | undefined {
  const value = fieldOf(front, key)?.value.trim();
  return value === "" ? undefined : value;
}

function targetsOf(front: Frontmatter): Proposal["targets"] | null {
  const targets: { id: string; version: string }[] = [];
  for (let at = 0; ; at += 1) {
    const value = valueOf(front, targetKey(at));
    if (value === undefined) return targets;
    const [, id, version] = /^((?:user|project)\/.+)@([^@]*)$/s.exec(value) ?? [];
    if (id === undefined || version === undefined) return null;
    targets.push({ id, version });
  }
}

/** How many memories each operation is about. */
export function isCount(op: Proposal["op"], targets: number): boolean {
  if (op === "create") return targets === 0;
  return op === "merge" ? targets >= 2 : targets === 1;
}

/** The sentence that says what is missing, or the memory. */
function memoryOf(front: Frontmatter, text: string): ProposedMemory | string {
  const [name, description] = [valueOf(front, "name"), valueOf(front, "description")];
  const type = memoryTypes.find((known) => known === valueOf(front, "type"));
  const scope = valueOf(front, "scope");
  if (name === undefined) return '"name:" is missing';
  if (description === undefined) return '"description:" is missing';
  if (type === undefined) return `its "type:" is none of ${memoryTypes.join(", ")}`;
  if (scope !== "user" && scope !== "project") return 'its "scope:" is neither user nor project';
  // The blank line before the border is no part of the text.
  const body = text.endsWith("\n") ? text : text === "" ? "" : `${text}\n`;
  return { name, description, type, scope, body: body === "\n" ? "" : body };
}

function evidenceOf(front: Frontmatter, why: readonly string[]): Evidence {
  const session = valueOf(front, "session");
  const n = Number(valueOf(front, "n") ?? Number.NaN);
  const first = why.findIndex((line) => line.startsWith(">"));
  const rest = first < 0 ? [] : why.slice(first);
  const last = rest.findIndex((line) => !line.startsWith(">"));
  const quoted = last < 0 ? rest : rest.slice(0, last);
  return {
    ...(session === undefined ? {} : { session }),
    ...(Number.isSafeInteger(n) ? { n } : {}),
    quote: quoted.map((line) => line.replace(/^> ?/, "")).join("\n"),
  };
}
