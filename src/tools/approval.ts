import type { DiffLine } from "../text/index.ts";

/** One question to the person before a tool runs. Texts are raw: the face makes control characters visible. */
export interface ApprovalRequest {
  /** Name of the tool. */
  tool: string;
  /** One line that names the act: `change src/a.ts`, `run a command`. */
  title: string;
  /** Why it is asked, as half a sentence: `it lies outside the project`. */
  reason: string;
  detail: ApprovalDetail;
  /** What `allow-always` would allow from now on, or null where each case is asked. */
  always: string | null;
}

/** What the person looks at before answering. */
export type ApprovalDetail =
  | {
      kind: "command";
      command: string;
      /** Absolute folder it would run in. */
      cwd: string;
      /** Milliseconds it may take. */
      timeLimitMs: number;
    }
  | {
      kind: "diff";
      /** Real path of the file. */
      path: string;
      /** The file would be made. */
      isNew: boolean;
      lines: DiffLine[];
      /** Lines of the difference that are not among `lines`. */
      omitted: number;
      added: number;
      removed: number;
    }
  | {
      kind: "path";
      /** Real path that would be read. */
      path: string;
    };

/** The person's answer. */
export type ApprovalAnswer = "allow" | "allow-always" | "refuse";

/** Asks the person; the signal ends the question when the turn is interrupted. A throw counts as a refusal. */
export type Approve = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
