/**
 * The form of a memory in a person's editor: three plain lines and the body. It is not the file itself, so
 * that nothing the person does not see (unknown keys, comments, who wrote it) can be lost by editing.
 * Values are taken to the letter, without YAML's quoting.
 */
import { DaybookError } from "../../errors/index.ts";

/** What a person edits. */
export interface Draft {
  name: string;
  description: string;
  type: string;
  body: string;
}

const fields = ["name", "description", "type"] as const;
const fence = "---";

export function renderDraft({ name, description, type, body }: Draft): string {
  const header = fields.map((field) => `${field}: ${oneLine({ name, description, type }[field])}`.trimEnd());
  const end = body === "" || body.endsWith("\n") ? "" : "\n";
  return `${[fence, ...header, fence].join("\n")}\n${body}${end}`;
}

/**
 * What changed against the memory that was rendered: only those fields, so that a save touches nothing else.
 * Fails with `invalid`, naming the line, when the header is broken.
 */
export function parseDraft(text: string, original: Draft): Partial<Draft> {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  if (lines[0]?.trimEnd() !== fence) throw broken(1, `must be ${fence}`);
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  if (close < 0) throw broken(lines.length, `the closing ${fence} is missing`);
  const edited = parseFields(lines.slice(1, close));
  const body = restoreEnd(lines.slice(close + 1).join("\n"), original.body);
  const changed: Partial<Draft> = body === original.body ? {} : { body };
  for (const field of fields) {
    const value = edited.get(field);
    if (value === undefined) throw broken(close + 1, `"${field}:" is missing above it`);
    if (value !== oneLine(original[field]).trim()) changed[field] = value;
  }
  return changed;
}

function parseFields(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    const [, field, value] = /^\s*([^:]*?)\s*:([^\r]*)$/.exec(line.trimEnd()) ?? [];
    if (field === undefined || value === undefined || !fields.some((known) => known === field)) {
      throw broken(index + 2, `only ${fields.join(", ")} can stand here, each as "field: text" on one line`);
    }
    if (found.has(field)) throw broken(index + 2, `"${field}:" stands here a second time`);
    found.set(field, value.trim());
  });
  return found;
}

// An editor ends the last line; the memory may not have.
function restoreEnd(body: string, original: string): string {
  const hadEnd = original === "" || original.endsWith("\n");
  return hadEnd || !body.endsWith("\n") ? body : body.replace(/\r?\n$/, "");
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}

function broken(line: number, what: string): DaybookError {
  return new DaybookError("invalid", `The header is broken at line ${line}: ${what}.`);
}
