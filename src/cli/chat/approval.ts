import type { ApprovalAnswer, ApprovalDetail, ApprovalRequest, Approve } from "../../tools/index.ts";
import { wrapSpans } from "../markdown/wrap.ts";
import { displayWidth } from "../terminal/display-width.ts";
import { paintedStretches, paintedWidth } from "../terminal/painted.ts";
import { shortPath } from "../terminal/short-path.ts";
import { showLine } from "../terminal/show.ts";
import type { Colors } from "../terminal/terminal.ts";
import type { ChatConsole } from "./console.ts";

type DiffLine = Extract<ApprovalDetail, { kind: "diff" }>["lines"][number];

/** Asks at the terminal before a tool does what needs the person's word. */
export function createApproval(
  console: Pick<ChatConsole, "print" | "ask">,
  { width, ...look }: { colors: Colors; cwd: string; width(): number },
): Approve {
  const { colors } = look;
  return (request, { signal }) => {
    const lines = describeRequest(request, look).flatMap((line) => layOut(line, width()));
    console.print(lines.join("\n"), { apart: true });
    const always =
      request.always === null ? "" : ` · ${colors.bold("a")} always (${showLine(request.always)})`;
    return console.ask<ApprovalAnswer>({
      text: `  ${colors.bold("y")} allow · ${colors.bold("n")} refuse${always}`,
      answers: { y: "allow", n: "refuse", ...(request.always === null ? {} : { a: "allow-always" }) },
      refusal: "refuse",
      signal,
    });
  };
}

/** One line: `text` is what goes on below itself when it is too long, beside the mark or number before it. */
interface ShownLine {
  before: string;
  text: string;
  paint?: (text: string) => string;
  /** Painted already; begins with a blank. */
  after?: string;
}

interface Look {
  colors: Colors;
  cwd: string;
}

function layOut({ before, text, paint = String, after = "" }: ShownLine, width: number): string[] {
  if (paintedWidth(before + after) + displayWidth(text) <= width) return [before + paint(text) + after];
  const blanks = /^ */u.exec(text)?.[0] ?? "";
  const start = before + blanks;
  const indent = " ".repeat(Math.min(paintedWidth(start), width >> 1));
  const spans = [{ text: text.slice(blanks.length), paint }, ...paintedStretches(after)];
  const parts = wrapSpans(spans, width - indent.length);
  return parts.map((part, index) => (index === 0 ? start : indent) + part);
}

/** What the person looks at: the act, why it is asked, the command or the difference. */
function describeRequest({ tool, title, reason, detail }: ApprovalRequest, look: Look): ShownLine[] {
  const { yellow, bold, dim } = look.colors;
  return [
    { before: `${yellow("?")} `, text: showLine(`${tool}: ${title}`), paint: bold },
    { before: "  ", text: showLine(reason), paint: dim },
    ...describeDetail(detail, look),
  ];
}

function describeDetail(detail: ApprovalDetail, { colors, cwd }: Look): ShownLine[] {
  const { cyan, dim, green, red } = colors;
  switch (detail.kind) {
    case "command": {
      const lines = detail.command.split("\n").map(showLine);
      return [
        ...lines.map((text, index) => ({
          before: index === 0 ? `  ${dim("$")} ` : "    ",
          text,
          paint: cyan,
        })),
        ...(detail.cwd === cwd ? [] : [{ before: "  ", text: `in ${showLine(detail.cwd)}`, paint: dim }]),
      ];
    }
    case "path":
      return [{ before: "  ", text: showLine(shortPath(detail.path, cwd)) }];
    case "diff": {
      const { added, removed, omitted, isNew, path, lines } = detail;
      const counts = `${green(`+${added}`)} ${red(`-${removed}`)}`;
      return [
        {
          before: "  ",
          text: showLine(shortPath(path, cwd)),
          after: `${isNew ? dim(" (new)") : ""} ${counts}`,
        },
        ...describeLines(lines, colors),
        ...(omitted > 0
          ? [{ before: "  ", text: `… ${omitted} more lines of the difference`, paint: dim }]
          : []),
      ];
    }
  }
}

function describeLines(lines: readonly DiffLine[], { dim, green, red }: Colors): ShownLine[] {
  const widest = Math.max(0, ...lines.map(({ before, after }) => after ?? before ?? 0));
  const digits = String(widest).length;
  return lines.map(({ kind, text, before, after }) => {
    const number = `  ${dim(String(after ?? before ?? "").padStart(digits))} `;
    const shown = showLine(text.replaceAll("\t", "  "));
    switch (kind) {
      case "added":
        return { before: `${number}${green("+")} `, text: shown, paint: green };
      case "removed":
        return { before: `${number}${red("-")} `, text: shown, paint: red };
      case "gap":
        return { before: `  ${" ".repeat(digits)} `, text: "⋮", paint: dim };
      case "note":
        return { before: `  ${" ".repeat(digits)} `, text: `(${shown})`, paint: dim };
      default:
        return { before: `${number}  `, text: shown };
    }
  });
}
