import { runDoctor } from "../../app/index.ts";
import { indexLineCodes } from "../../memory/index.ts";
import type { Finding, Mended, Severity } from "../../memory/index.ts";
import { formatCount } from "../../text/index.ts";
import { done, failed } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine } from "../terminal/show.ts";

export interface DoctorGiven {
  /** Mend what can be mended without losing anything. */
  fix?: boolean;
}

/** `daybook doctor`: what is wrong with the files of memory. 0 when nothing is, or all was mended; else 1. */
export async function doctor(context: CommandContext, given: DoctorGiven): Promise<number> {
  const { terminal, json } = context;
  // What is noticed while the book is opened is among the findings.
  const book = await context.open({ quiet: true });
  const progress = progressOf(context);
  const result = await runDoctor(book, { fix: given.fix === true, onProgress: progress.show });
  progress.clear();
  if (json) terminal.json(asJson(result));
  else print(context, result, given.fix === true);
  for (const failure of json ? [] : result.failures) terminal.notice(showLine(failure));
  return result.findings.length === 0 ? done : failed;
}

function asJson({ findings, fixed, failures, memories }: Mended): object {
  const count = (severity: Severity): number => findings.filter((each) => each.severity === severity).length;
  return {
    findings,
    fixed,
    failures,
    counts: {
      memories,
      errors: count("error"),
      warnings: count("warning"),
      notes: count("note"),
      mendable: findings.filter(({ fix }) => fix === "auto").length,
      fixed: fixed.length,
    },
  };
}

const STEP = 1_000;

/** A line that counts, where a person waits for thousands of memories. */
function progressOf({ host, json }: CommandContext): { show: (looked: number) => void; clear: () => void } {
  const { stderr } = host;
  const isShown = stderr.isTTY === true && !json;
  let isThere = false;
  let next = STEP;
  return {
    show(looked) {
      if (!isShown || looked < next) return;
      next = looked + STEP;
      isThere = true;
      stderr.write(`\r${formatCount(looked)} memories looked at …`);
    },
    clear: () => void (isThere && stderr.write("\r\u001b[K")),
  };
}

const titles: Record<Severity, [one: string, many: string]> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  note: ["note", "notes"],
};
const severities: readonly Severity[] = ["error", "warning", "note"];

function print(
  context: CommandContext,
  { findings, fixed, memories, indexes }: Mended,
  isFix: boolean,
): void {
  const { terminal } = context;
  const { green, dim } = terminal.colors;
  if (fixed.length > 0) {
    terminal.print(green(`mended ${counted(fixed.length, "thing", "things")}`));
    for (const line of linesOf(context, fixed, { isMended: true })) terminal.print(line);
    if (fixed.some(({ code }) => indexLineCodes.includes(code))) {
      terminal.print(dim("  index lines: daybook undo takes them all back"));
    }
  }
  if (findings.length === 0) {
    const looked = `${counted(memories, "memory", "memories")}, ${counted(indexes, "index", "indexes")}`;
    terminal.print(
      `${green("Nothing is wrong")}${fixed.length > 0 ? " any more" : ""} ${dim(`· ${looked}`)}`,
    );
    return;
  }
  for (const severity of severities) {
    const group = findings.filter((each) => each.severity === severity);
    if (group.length === 0) continue;
    const [one, many] = titles[severity];
    terminal.print(paint(terminal.colors, severity)(counted(group.length, one, many)));
    for (const line of linesOf(context, group, { isMended: false })) terminal.print(line);
  }
  const auto = findings.filter(({ fix }) => fix === "auto").length;
  if (auto > 0 && !isFix) terminal.print(`daybook doctor --fix mends ${formatCount(auto)} of them.`);
  else if (isFix) terminal.print(dim("What is left needs a person: the lines above say what to do."));
}

function paint(colors: CommandContext["terminal"]["colors"], severity: Severity): (text: string) => string {
  if (severity === "error") return colors.red;
  return severity === "warning" ? colors.yellow : colors.cyan;
}

/** Of one kind so many are shown; `--json` has all. */
const SHOWN = 5;

function linesOf(
  { terminal, host }: CommandContext,
  findings: readonly Finding[],
  { isMended }: { isMended: boolean },
): string[] {
  const { dim } = terminal.colors;
  const lines: string[] = [];
  for (const code of new Set(findings.map((each) => each.code))) {
    const group = findings.filter((each) => each.code === code);
    let remedy = "";
    for (const each of group.slice(0, SHOWN)) {
      const { file, line, message } = each;
      const place = `${fromHome(file, host.userHome)}${line === undefined ? "" : `:${line}`}`;
      if (!isMended && remedy !== "" && remedy !== each.remedy) lines.push(dim(`      ${showLine(remedy)}`));
      remedy = each.remedy;
      lines.push(`  ${showLine(place)} ${dim("·")} ${showLine(message)}`);
    }
    if (!isMended) lines.push(dim(`      ${showLine(remedy)}`));
    const more = group.length - SHOWN;
    if (more > 0) lines.push(dim(`  and ${formatCount(more)} more of this kind (--json lists all)`));
  }
  return lines;
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** With `~` for the person's home folder, as shells take it. */
function fromHome(file: string, userHome: string): string {
  return userHome !== "" && file.startsWith(`${userHome}/`) ? `~${file.slice(userHome.length)}` : file;
}
