/** Follows what an entry exports to where it is declared, and reads the doc comment there. */
import { posix } from "node:path";
import { parseSync, type Comment, type Statement } from "oxc-parser";

/** One exported name, where it is declared, and what is said of it there. */
export interface ExportedSymbol {
  name: string;
  /** From the repository's root, with `/`. */
  path: string;
  /** The doc comment right before it, without its stars; null without one. */
  doc: string | null;
}

/** All names that a file exports. Fails with a plain error where one leads to nothing. */
export function exportedSymbols(
  path: string,
  readText: (path: string) => string,
  known = new Map<string, ExportedSymbol[]>(),
): ExportedSymbol[] {
  const { body, comments, text } = parse(path, readText);
  const symbolsOf = (target: string): ExportedSymbol[] => {
    const symbols = known.get(target) ?? exportedSymbols(target, readText, known);
    known.set(target, symbols);
    return symbols;
  };
  return body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration !== null) {
      const doc = docBefore(statement, { comments, text });
      return namesOf(statement.declaration).map((name) => ({ name, path, doc }));
    }
    const { source } = statement;
    if (source === null) return [];
    const target = posix.join(posix.dirname(path), source.value);
    const there = new Map(symbolsOf(target).map((symbol) => [symbol.name, symbol]));
    return statement.specifiers.map(({ local, exported }) => {
      const found = there.get(nameOf(local));
      if (found === undefined)
        throw new Error(`${path} exports ${nameOf(local)}, which ${target} does not have`);
      return { ...found, name: nameOf(exported) };
    });
  });
}

interface Parsed {
  body: readonly Statement[];
  comments: readonly Comment[];
  text: string;
}

function parse(path: string, readText: (path: string) => string): Parsed {
  const text = readText(path);
  const { program, comments } = parseSync(path, text, { lang: "ts", sourceType: "module" });
  return { body: program.body, comments, text };
}

function namesOf(declaration: {
  type: string;
  id?: unknown;
  declarations?: readonly { id: unknown }[];
}): string[] {
  const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
  return ids.map((id) => String((id as { name?: unknown } | null)?.name));
}

function nameOf(name: { type: string; name?: string; value?: string }): string {
  return name.name ?? name.value ?? "";
}

function docBefore({ start }: { start: number }, { comments, text }: Omit<Parsed, "body">): string | null {
  const last = comments.findLast((comment) => comment.end <= start);
  const isDoc = last?.type === "Block" && last.value.startsWith("*");
  if (!isDoc || text.slice(last.end, start).trim() !== "") return null;
  return last.value.replaceAll(/^\s*\*+ ?/gmu, "").trim();
}
