import { relative } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";
import type { ApprovalDetail } from "./approval.ts";
import { diffLines, type LineDiff } from "../text/index.ts";
import type { Permissions, WritePlace } from "./permissions.ts";
import { loadTextFile, namesNear, replaceTextFile, type TextFile } from "./text-file.ts";
import type { PermissionVerdict, ToolOutcome } from "./tool.ts";
import { judge } from "./verdict.ts";
import { isInsideFolder, locatePath, type WorkArea } from "./work-area.ts";
import { writePlaceOf } from "./write-place.ts";

/** A change that a tool wants to make to one file. */
export interface WantedChange {
  tool: string;
  /** As the model named it. */
  filePath: string;
  /** The new text out of the present one, null where there is no file; or what is wrong, as a sentence. */
  apply(before: string | null): { text: string } | { problem: string };
}

/** Judges and makes changes of files, so that what is written is what was judged. */
export interface FileChanger {
  /** `call` is the parsed input: the same object goes to `execute`. */
  permission(call: object, wanted: WantedChange): Promise<PermissionVerdict>;
  execute(call: object, wanted: WantedChange): Promise<ToolOutcome>;
}

interface PlannedChange {
  path: string;
  before: TextFile | null;
  after: string;
}

const SHOWN_LINES = 400;

/** A changer of files under these permissions. */
export function createFileChanger(options: { area: WorkArea; permissions: Permissions }): FileChanger {
  const { area, permissions } = options;
  // What the person was shown for a call: only exactly that is written.
  const shown = new WeakMap<object, PlannedChange>();

  async function judgePlan(
    wanted: WantedChange,
    place: WritePlace,
    plan: PlannedChange | null,
  ): Promise<PermissionVerdict> {
    const { mode } = permissions;
    const editsFollow = place === "project" && mode === "ask";
    return judge({
      mode,
      act: { kind: "write", place },
      subject: `${wanted.filePath} is not written`,
      request: () => ({
        tool: wanted.tool,
        title: `${plan?.before === null ? "make" : "change"} ${nameIn(area, plan?.path ?? wanted.filePath)}`,
        detail: describePlan(plan),
        always: editsFollow ? "changes of this project's files, for this session" : null,
      }),
      ...(editsFollow ? { remember: async () => permissions.setMode("accept-edits") } : {}),
    });
  }

  return {
    async permission(call, wanted) {
      const located = await locatePath(wanted.filePath, area);
      if (!located.found) return { decision: "refuse", reason: `refused: ${located.reason}.` };
      const place = await writePlaceOf(located, area);
      const unplanned = await judgePlan(wanted, place, null);
      if (unplanned.decision !== "ask") return unplanned;
      const plan = await planChange(wanted, located);
      if ("problem" in plan) {
        // What is wrong with it may tell what the file holds: only for files that are read without asking.
        if (located.place === "project") return { decision: "allow" };
        return { decision: "refuse", reason: unplanned.otherwise };
      }
      shown.set(call, plan);
      return judgePlan(wanted, place, plan);
    },
    async execute(call, wanted) {
      const located = await locatePath(wanted.filePath, area);
      if (!located.found) return failed(`refused: ${located.reason}.`);
      const place = await writePlaceOf(located, area);
      const verdict = await judgePlan(wanted, place, null);
      if (verdict.decision === "refuse") return failed(verdict.reason);
      const plan = await planChange(wanted, located);
      const agreed = shown.get(call);
      if (verdict.decision === "ask" && agreed === undefined) {
        return failed("problem" in plan && located.place === "project" ? plan.problem : verdict.otherwise);
      }
      if ("problem" in plan) return failed(plan.problem);
      if (agreed !== undefined && !isSamePlan(agreed, plan)) {
        return failed(
          `${wanted.filePath} changed while the person was looking at this; read it again, then try again.`,
        );
      }
      return carryOut(plan, area);
    },
  };
}

async function planChange(
  wanted: WantedChange,
  { path, exists }: { path: string; exists: boolean },
): Promise<PlannedChange | { problem: string }> {
  const before = exists ? await loadTextFile({ path, shownPath: wanted.filePath }) : null;
  if (before !== null && "problem" in before) return before;
  const changed = wanted.apply(before?.text ?? null);
  if ("problem" in changed) {
    return before === null ? { problem: `${changed.problem}${await namesNear(path)}` } : changed;
  }
  return { path, before, after: changed.text };
}

async function carryOut({ path, before, after }: PlannedChange, area: WorkArea): Promise<ToolOutcome> {
  const name = nameIn(area, path);
  if (before?.text === after)
    return { content: `${name} already is so; nothing was written.`, isError: false };
  try {
    await replaceTextFile(path, { text: after, ...(before === null ? {} : { mode: before.mode }) });
  } catch (error) {
    return failed(
      `${name} could not be written (${systemCodeOf(error) ?? messageOf(error)}); it is as it was.`,
    );
  }
  const { added, removed } = diffLines(before?.text ?? "", after);
  const verb = before === null ? "made" : "changed";
  const display = `${verb} ${name} +${added} -${removed}`;
  return {
    content: `${before === null ? "Made" : "Changed"} ${name} (+${added} -${removed} lines).`,
    isError: false,
    display,
  };
}

function describePlan(plan: PlannedChange | null): ApprovalDetail {
  const { lines, added, removed }: LineDiff = diffLines(plan?.before?.text ?? "", plan?.after ?? "");
  return {
    kind: "diff",
    path: plan?.path ?? "",
    isNew: plan?.before === null,
    lines: lines.slice(0, SHOWN_LINES),
    omitted: Math.max(0, lines.length - SHOWN_LINES),
    added,
    removed,
  };
}

function isSamePlan(left: PlannedChange, right: PlannedChange): boolean {
  return left.path === right.path && left.before?.text === right.before?.text && left.after === right.after;
}

function nameIn({ cwd }: WorkArea, path: string): string {
  return isInsideFolder(path, cwd) ? relative(cwd, path) : path;
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}
