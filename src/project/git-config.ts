/** One setting of a git configuration file. Section and key in lower case, as git compares them. */
export interface GitSetting {
  section: string;
  subsection: string | null;
  key: string;
  value: string;
}

const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const assignment = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/s;

/**
 * Reads the settings of a git configuration file. Tolerant: what is no setting is passed over, includes
 * are not followed. A key without a value is `true`, as in git.
 */
export function parseGitConfig(text: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = "";
  let subsection: string | null = null;
  for (const line of logicalLines(text)) {
    let rest = line;
    const found = header.exec(rest);
    if (found) {
      section = (found[1] ?? "").toLowerCase();
      subsection = found[2] === undefined ? null : found[2].replace(/\\(.)/g, "$1");
      rest = rest.slice(found[0].length);
    }
    const setting = assignment.exec(withoutComment(rest));
    if (!setting || section === "") continue;
    const value = setting[2] === undefined ? "true" : unquote(setting[2]);
    settings.push({ section, subsection, key: (setting[1] ?? "").toLowerCase(), value });
  }
  return settings;
}

/** The last value of `section.key` (no subsection), which is the one that counts. */
export function lastGitSetting(settings: readonly GitSetting[], name: string): string | undefined {
  return settings.findLast(
    ({ section, subsection, key }) => subsection === null && `${section}.${key}` === name,
  )?.value;
}

/** Lines, with those joined that end in a backslash. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const continues = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    const part = continues ? line.slice(0, -1) : line;
    if (open) lines[lines.length - 1] += part;
    else lines.push(part);
    open = continues;
  }
  return lines;
}

function withoutComment(line: string): string {
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index];
    if (character === "\\") index += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "#" || character === ";")) return line.slice(0, index);
  }
  return line;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Blanks around go, except those in quotes; quotes and escapes are resolved. */
function unquote(raw: string): string {
  const text = raw.trim();
  let value = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "\\") {
      index += 1;
      const escaped = text.charAt(index);
      value += escapes[escaped] ?? escaped;
    } else if (character !== '"') value += character;
  }
  return value;
}
