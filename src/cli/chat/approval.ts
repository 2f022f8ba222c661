import type { ApprovalAnswer, ApprovalDetail, ApprovalRequest, Approve } from "../../tools/index.ts";
import { shortPath } from "../terminal/short-path.ts";
import { showLine } from "../terminal/show.ts";
import type { Colors } from "../terminal/terminal.ts";
import type { ChatConsole } from "./console.ts";

type DiffLine = Extract<ApprovalDetail, { kind: "diff" }>["lines"][number];

/** Asks at the terminal before a tool does what needs the person's word. */
export function createApproval(
  console: Pick<ChatConsole, "print" | "ask">,
  { colors, cwd }: { colors: Colors; cwd: string },
): Approve {
  return (request, { signal }) => {
    console.print(describeRequest(request, { colors, cwd }).join("\n"), { apart: true });
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

/** What the person looks at: the act, why it is asked, the command or the difference. */
function describeRequest(
  { tool, title, reason, detail }: ApprovalRequest,
  { colors, cwd }: { colors: Colors; cwd: string },
): string[] {
  const heading = `${colors.yellow("?")} ${colors.bold(showLine(`${tool}: ${title}`))}`;
  return [heading, colors.dim(`  ${showLine(reason)}`), ...describeDetail(detail, { colors, cwd })];
}

function describeDetail(detail: ApprovalDetail, { colors, cwd }: { colors: Colors; cwd: string }): string[] {
  switch (detail.kind) {
    case "command": {
      const [first = "", ...others] = detail.command.split("\n").map(showLine);
      const place = detail.cwd === cwd ? [] : [colors.dim(`  in ${showLine(detail.cwd)}`)];
      return [
        `  ${colors.dim("$")} ${colors.cyan(first)}`,
        ...others.map((line) => `    ${colors.cyan(line)}`),
        ...place,
      ];
    }
    case "path":
      return [`  ${showLine(shortPath(detail.path, cwd))}`];
    case "diff": {
      const counts = `${colors.green(`+${detail.added}`)} ${colors.red(`-${detail.removed}`)}`;
      const name = showLine(shortPath(detail.path, cwd));
      const more =
        detail.omitted > 0 ? [colors.dim(`  … ${detail.omitted} more lines of the difference`)] : [];
      return [
        `  ${name}${detail.isNew ? colors.dim(" (new)") : ""} ${counts}`,
        ...describeLines(detail.lines, colors),
        ...more,
      ];
    }
  }
}

function describeLines(lines: readonly DiffLine[], { dim, green, red }: Colors): string[] {
  const widest = Math.max(0, ...lines.map(({ before, after }) => after ?? before ?? 0));
  const digits = String(widest).length;
  return lines.map(({ kind, text, before, after }) => {
    const number = dim(String(after ?? before ?? "").padStart(digits));
    const shown = showLine(text.replaceAll("\t", "  "));
    switch (kind) {
      case "added":
        return `  ${number} ${green(`+ ${shown}`)}`;
      case "removed":
        return `  ${number} ${red(`- ${shown}`)}`;
      case "gap":
        return dim(`  ${" ".repeat(digits)} ⋮`);
      default:
        return `  ${number}   ${shown}`;
    }
  });
}
