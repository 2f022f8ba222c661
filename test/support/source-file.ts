/** Reads out of one source file what the architecture rules need. The parser sees types too, so no import hides. */
import { parseSync, Visitor, type Program } from "oxc-parser";

export interface ImportSite {
  specifier: string;
  /** 1-based. */
  line: number;
  /** `static` is loaded with the file, `dynamic` on demand, `type` never. */
  kind: "static" | "dynamic" | "type";
}

export interface Finding {
  what: string;
  /** 1-based. */
  line: number;
}

export interface SourceFile {
  /** From the repository's root, with `/`: `src/storage/storage.ts`. */
  path: string;
  lines: number;
  imports: readonly ImportSite[];
  /** Imports whose target only shows at run time: no rule can follow them. */
  computedImports: readonly Finding[];
  defaultExports: readonly Finding[];
  /** `vi.mock` and its kin. */
  moduleMocks: readonly Finding[];
  /** Reads of the environment, arguments, working directory and home. */
  environmentReads: readonly Finding[];
}

const environmentOfProcess = new Set(["env", "argv", "cwd", "chdir"]);
const environmentOfSystem = new Set(["homedir", "userInfo"]);
const mockers = new Set(["vi", "vitest", "jest"]);
const mocks = new Set(["mock", "doMock", "unstable_mockModule", "importMock"]);

/** Fails with a plain error that names the file when the text is not valid TypeScript. */
export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text, { lang: "ts", sourceType: "module" });
  const problem = parsed.errors[0];
  if (problem) throw new Error(`${path} is not valid TypeScript: ${problem.message}`);
  const lineOf = lineFinder(text);
  return {
    path,
    lines: text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    ...importsOf(parsed.program, lineOf),
    ...patternsOf(parsed.program, lineOf),
  };
}

type LineOf = (node: { start: number }) => number;

function lineFinder(text: string): LineOf {
  return ({ start }) => text.slice(0, start).split("\n").length;
}

function importsOf(program: Program, lineOf: LineOf): Pick<SourceFile, "imports" | "computedImports"> {
  const imports: ImportSite[] = [];
  const computedImports: Finding[] = [];
  const add = (source: { value: string; start: number }, kind: ImportSite["kind"]): void => {
    imports.push({ specifier: source.value, line: lineOf(source), kind });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, kindOf(node.importKind)),
    ExportAllDeclaration: (node) => add(node.source, kindOf(node.exportKind)),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source, kindOf(node.exportKind));
    },
    TSImportType: (node) => add(node.source, "type"),
    TSExternalModuleReference: (node) => add(node.expression, "static"),
    ImportExpression: ({ source }) => {
      const written = literalText(source);
      if (written === undefined) computedImports.push({ what: "import(…)", line: lineOf(source) });
      else add({ value: written, start: source.start }, "dynamic");
    },
    CallExpression: ({ callee, arguments: [argument] }) => {
      if (callee.type !== "Identifier" || callee.name !== "require" || argument === undefined) return;
      const written = literalText(argument);
      if (written === undefined) computedImports.push({ what: "require(…)", line: lineOf(argument) });
      else add({ value: written, start: argument.start }, "dynamic");
    },
  }).visit(program);
  return { imports, computedImports };
}

function kindOf(kind: "type" | "value" | null | undefined): ImportSite["kind"] {
  return kind === "type" ? "type" : "static";
}

interface AnyNode {
  type: string;
  start: number;
}

function literalText(node: AnyNode): string | undefined {
  if (node.type === "Literal" && "value" in node && typeof node.value === "string") return node.value;
  return undefined;
}

type Patterns = Pick<SourceFile, "defaultExports" | "moduleMocks" | "environmentReads">;

function patternsOf(program: Program, lineOf: LineOf): Patterns {
  const found = { defaultExports: [], moduleMocks: [], environmentReads: [] } as {
    [Name in keyof Patterns]: Finding[];
  };
  new Visitor({
    ExportDefaultDeclaration: (node) => {
      found.defaultExports.push({ what: "export default", line: lineOf(node) });
    },
    ExportSpecifier: (node) => {
      if (nameOf(node.exported) !== "default") return;
      found.defaultExports.push({ what: "export { … as default }", line: lineOf(node) });
    },
    MemberExpression: (node) => {
      const owner = nameOf(node.object);
      const member = nameOf(node.property);
      if (owner === undefined || member === undefined) return;
      const finding = { what: `${owner}.${member}`, line: lineOf(node) };
      if (mockers.has(owner) && mocks.has(member)) found.moduleMocks.push(finding);
      if (owner === "process" && environmentOfProcess.has(member)) found.environmentReads.push(finding);
      if (environmentOfSystem.has(member)) found.environmentReads.push(finding);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "ObjectPattern" || init === null || nameOf(init) !== "process") return;
      for (const property of id.properties) {
        const name = property.type === "Property" ? nameOf(property.key) : "env";
        if (name === undefined || !environmentOfProcess.has(name)) continue;
        found.environmentReads.push({ what: `process.${name}`, line: lineOf(property) });
      }
    },
    ImportSpecifier: (node) => {
      const name = nameOf(node.imported);
      if (name !== undefined && environmentOfSystem.has(name)) {
        found.environmentReads.push({ what: name, line: lineOf(node) });
      }
    },
  }).visit(program);
  return found;
}

/** The name an expression or key spells: `cwd` for both `cwd` and `"cwd"`. */
function nameOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier" && "name" in node && typeof node.name === "string") return node.name;
  return literalText(node);
}
