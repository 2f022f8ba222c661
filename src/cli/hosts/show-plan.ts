import { cutCharacters, diffLines } from "../../text/index.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PlannedFile } from "./plan-files.ts";

/** The plan as a difference, file by file. Marked with signs and not by colour alone: it is read in pipes too. */
export function showPlan(plan: readonly PlannedFile[], { colors, width }: Terminal): string[] {
  const { bold, dim, green, red, yellow } = colors;
  const paint = { same: String, gap: dim, note: dim, added: green, removed: red };
  const most = Math.max(40, Math.min(width, 200)) - 2;
  return plan.flatMap((planned) => {
    const heading = `${bold(showLine(planned.path))} ${yellow(wordOf[planned.action])}`;
    const lines = differenceOf(planned).lines.map(({ kind, text }) => {
      if (kind === "gap") return dim(`  … ${text} unchanged ${text === "1" ? "line" : "lines"}`);
      // What is changed is shown whole, what stands around it as far as it fits.
      const shown = kind === "same" ? cutCharacters(showLine(text), most) : showLine(text);
      return paint[kind](`${signs[kind]} ${shown}`.trimEnd());
    });
    if (planned.action !== "none") return [heading, ...lines, ...doubtIn(planned), ""];
    return [heading, ...planned.stale.map((copy) => `${bold(showLine(copy))} ${yellow(wordOf.remove)}`)];
  });
}

function doubtIn({ doubtful }: PlannedFile): string[] {
  if (doubtful === undefined) return [];
  return [`${showLine(doubtful)} stays: it may be yours. If an earlier daybook made it, you can delete it.`];
}

const wordOf = { create: "new", change: "changed", remove: "removed", none: "stays" } as const;
const signs = { same: " ", gap: " ", note: " ", added: "+", removed: "-" } as const;

function differenceOf({ state, after }: PlannedFile): ReturnType<typeof diffLines> {
  return diffLines(state.text ?? "", after ?? "");
}

/** The plan for programs: a contract, so the fields are named one by one. */
export function planForPrograms(planned: PlannedFile): Record<string, unknown> {
  const { lines } = differenceOf(planned);
  const diff = planned.action === "none" ? [] : lines.map(({ kind, text }) => ({ kind, text }));
  return { path: planned.path, action: planned.action, diff };
}
