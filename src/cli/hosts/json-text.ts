import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { DaybookError } from "../../errors/index.ts";

/** JSON as people and programs keep it in settings: comments and trailing commas are allowed. */
export interface JsonText {
  text: string;
  /** The object it holds; undefined for a file with nothing in it but blanks. */
  root: Node | undefined;
}

/** Reads it. Fails with `invalid`, naming file, line and column, for what is not one JSON object. */
export function readJsonText(text: string, file: string): JsonText {
  if (text.replace(/^\uFEFF/, "").trim() === "") return { text, root: undefined };
  refuseDeep(text, file);
  const errors: ParseError[] = [];
  // A byte order mark is no error of the file: as a blank it leaves every offset as it is.
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw brokenAt(text, { file, offset: error.offset, what: wordsOf(error) });
  if (root?.type !== "object") {
    throw brokenAt(text, { file, offset: root?.offset ?? 0, what: "it holds no JSON object" });
  }
  refuseDoubledKeys(root, { text, file });
  return { text, root };
}

/** The failure for a file that is left as it is, with the place in it. */
export function brokenAt(
  text: string,
  { file, offset, what }: { file: string; offset: number; what: string },
): DaybookError {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new DaybookError(
    "invalid",
    `${file}, line ${line}, column ${column}: ${what}. Nothing was changed; mend the file, then run this again.`,
    { data: { path: file, line, column } },
  );
}

/** Whether a comma stands behind the last part of something: not every program can read that. */
export function hasTrailingComma(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: false });
  return errors.length > 0;
}

/** What is wrong where a person's own server has the name of daybook's. */
export const othersServer =
  "a server daybook stands here that daybook setup did not write; take it out, or leave it and set up by hand (docs/agents.md)";

/** The child of an object under this key. */
export function childOf(node: Node, key: string): Node | undefined {
  return node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** Where the comma behind a value is, if one follows. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

/** Settings are some levels deep; far deeper ones would end what reads them, without a word about the file. */
function refuseDeep(text: string, file: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    // A token that begins with one is one.
    const first = text.charAt(offset);
    if (first === "{" || first === "[") depth += 1;
    if (first === "}" || first === "]") depth -= 1;
    if (depth <= mostLevels) continue;
    throw brokenAt(text, { file, offset, what: `it is nested more than ${mostLevels} levels deep` });
  }
}

const mostLevels = 200;

// Programs take the last of two equal keys, people read the first: neither is to be guessed at. Only the objects that
// daybook writes into are looked at.
function refuseDoubledKeys(root: Node, { text, file }: { text: string; file: string }): void {
  const looked = [
    root,
    ...["mcpServers", "servers", "mcp", "hooks"].flatMap((key) => childOf(root, key) ?? []),
  ];
  for (const node of looked) {
    const seen = new Set<unknown>();
    for (const property of node.type === "object" ? (node.children ?? []) : []) {
      const key: unknown = property.children?.[0]?.value;
      if (seen.has(key))
        throw brokenAt(text, {
          file,
          offset: property.offset,
          what: `${JSON.stringify(key)} stands there twice`,
        });
      seen.add(key);
    }
  }
}

function wordsOf({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return `not valid JSON (${words})`;
}
