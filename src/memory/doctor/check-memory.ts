import type { Limits } from "../../limits/index.ts";
import {
  countBytes,
  countCharacters,
  fieldOf,
  formatCount,
  isBlank,
  readFrontmatter,
} from "../../text/index.ts";
import type { Frontmatter } from "../../text/index.ts";

import type { OpenedMemory } from "../load.ts";
import { memoryTypes } from "../types.ts";
import { finding, type Finding } from "./finding.ts";

/** What is wrong with one memory file by itself. */
export async function checkMemory(opened: OpenedMemory, limits: Limits): Promise<Finding[]> {
  const { memory, damage } = opened;
  const about = { scope: memory.scope, file: memory.file, memory: memory.id };
  if (damage !== null) return [checkDamage(opened, damage)];
  const front = await readFrontmatter(opened.text);
  const found: Finding[] = [];
  const [problem] = memory.problems;
  if (problem !== undefined) {
    found.push(
      finding("irregular-header", {
        ...about,
        ...lineOf(problem),
        message: `Its header is no valid YAML (${withoutLine(problem)}); it is read as well as can be.`,
        remedy: "Put quotes around the value, or save the memory again.",
      }),
    );
  }
  found.push(...checkFields(front, about));
  for (const [field, limit] of [
    ["name", limits.nameCharacters],
    ["description", limits.descriptionCharacters],
  ] as const) {
    const count = countCharacters(memory[field]);
    if (count <= limit) continue;
    found.push(
      finding("long-field", {
        ...about,
        message: `Its ${field} has ${formatCount(count)} characters; the limit is ${formatCount(limit)}.`,
        remedy: `Shorten it: \`daybook edit ${memory.id}\`.`,
      }),
    );
  }
  const bytes = countBytes(memory.body);
  if (bytes > limits.bodyBytes) {
    found.push(
      finding("large-body", {
        ...about,
        message: `Its body has ${formatCount(bytes)} bytes; the limit is ${formatCount(limits.bodyBytes)}.`,
        remedy: `Split it, or keep only what is needed again: \`daybook edit ${memory.id}\`.`,
      }),
    );
  }
  return found;
}

type About = Pick<Finding, "scope" | "file"> & { memory: string };

function checkDamage({ memory, text }: OpenedMemory, damage: string): Finding {
  const about = { scope: memory.scope, file: memory.file, memory: memory.id };
  const isHeader = text !== "" && damage !== "it is not UTF-8 text";
  if (!isHeader) {
    return finding("unreadable", {
      ...about,
      message: `It cannot be read: ${damage}.`,
      remedy:
        text === ""
          ? "Change its permissions, or move it away."
          : "Convert it to UTF-8, or move it away; daybook leaves it as it is.",
    });
  }
  return finding("unparsable-header", {
    ...about,
    ...lineOf(damage),
    message: `Its header cannot be made out: ${withoutLine(damage)}.`,
    remedy: `Mend the header by hand (daybook never rewrites what it could not read), or delete it: \`daybook rm ${memory.id}\`.`,
  });
}

/** What is missing, or outside of the closed set of types. */
function checkFields(front: Frontmatter, about: About): Finding[] {
  const valueOf = (key: string): string =>
    (fieldOf(front, key) ?? (key === "type" ? fieldOf(front, key, "metadata") : null))?.value ?? "";
  const missing = ["name", "description", "type"].filter((key) => isBlank(valueOf(key)));
  const found: Finding[] = [];
  if (missing.length > 0) {
    found.push(
      finding("missing-field", {
        ...about,
        message:
          front.header === null
            ? "It has no header: nobody sees when it is useful."
            : `Its header has no ${missing.join(" and no ")}.`,
        remedy: `Add ${missing.join(", ")} between two lines of --- at its top: \`daybook edit ${about.memory}\`.`,
      }),
    );
  }
  const type = valueOf("type");
  if (!isBlank(type) && !memoryTypes.some((known) => known === type)) {
    found.push(
      finding("unknown-type", {
        ...about,
        message: `Its type is none of ${memoryTypes.join(", ")}.`,
        remedy: "Write one of them into its header; until then it is shown as unknown and left as it is.",
      }),
    );
  }
  return found;
}

const LINE = /^line (\d+): /;

function lineOf(problem: string): { line?: number } {
  const line = LINE.exec(problem)?.[1];
  return line === undefined ? {} : { line: Number(line) };
}

function withoutLine(problem: string): string {
  return problem.replace(LINE, "");
}
