import type { Scope } from "../types.ts";

/** All that can be wrong with what lies on the disk, and how much it matters. */
const findingCodes = {
  // Something is lost, hidden or open to others until it is mended.
  secret: "error",
  unreadable: "error",
  "unparsable-header": "error",
  "unfinished-step": "error",
  "unfinished-purge": "error",
  "stuck-lock": "error",
  "broken-file": "error",
  "index-over-limit": "error",
  "case-collision": "error",
  // It works, but not as it should.
  "missing-line": "warning",
  "dangling-line": "warning",
  "doubled-line": "warning",
  "unknown-type": "warning",
  "missing-field": "warning",
  "irregular-header": "warning",
  "large-body": "warning",
  "long-field": "warning",
  "long-line": "warning",
  "hidden-memory": "warning",
  "wrong-mode": "warning",
  "broken-history": "warning",
  "shared-unusable": "warning",
  "shared-missing": "warning",
  settings: "warning",
  // Worth knowing.
  "index-near-limit": "note",
  leftover: "note",
} as const satisfies Record<string, Severity>;

/** What one step of the history mends in the indexes. */
export const indexLineCodes: readonly FindingCode[] = ["missing-line", "dangling-line", "doubled-line"];

export type Severity = "error" | "warning" | "note";
export type FindingCode = keyof typeof findingCodes;

/** One thing that is wrong. Never holds a secret nor the words of a memory. */
export interface Finding {
  code: FindingCode;
  severity: Severity;
  /** Null for what belongs to neither, as a lock or the settings. */
  scope: Scope | null;
  /** Absolute path of the file or folder. */
  file: string;
  /** 1-based. */
  line?: number;
  /** Id `scope/slug` of the memory that it is about. */
  memory?: string;
  /** What is wrong: a sentence. */
  message: string;
  /** `auto`: `daybook doctor --fix` mends it without losing anything. */
  fix: "auto" | "manual";
  /** What a person can do: a sentence. */
  remedy: string;
}

/** A finding with its severity; what mends itself says so. */
export function finding(
  code: FindingCode,
  found: Omit<Finding, "code" | "severity" | "fix" | "remedy"> & { remedy?: string; auto?: string },
): Finding {
  const { auto, remedy = "", ...rest } = found;
  return {
    code,
    severity: findingCodes[code],
    ...rest,
    fix: auto === undefined ? "manual" : "auto",
    remedy: auto ?? remedy,
  };
}

/** The finding for what daybook keeps beside memories and cannot read; `problem` is a sentence. */
export function unreadableState(scope: Scope | null, file: string, problem: string): Finding {
  return finding("unreadable", {
    scope,
    file,
    message: problem,
    remedy: "Change its permissions, or move it away.",
  });
}

const order: readonly Severity[] = ["error", "warning", "note"];
const codes = Object.keys(findingCodes);

/** The worst first; of one kind together, by file and line. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, code }: Finding): number =>
    order.indexOf(severity) * codes.length + codes.indexOf(code);
  return findings.toSorted(
    (left, right) =>
      rank(left) - rank(right) ||
      compare(left.file, right.file) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      compare(left.message, right.message),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
