import type { Subject } from "./measure.ts";

/** One line of the report: a subject, what it is measured against, and the ratio to hold. */
export interface Row {
  name: string;
  baselineName: string;
  limit: number;
  /** The limit is how many times faster than the baseline it must be. */
  isAtLeast?: true;
  /** Makes both ready in a folder of its own, which is removed afterwards. */
  prepare(folder: string): Promise<{ subject: Subject; baseline: Subject; close?: () => Promise<void> }>;
}
