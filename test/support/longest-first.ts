import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose files start processes: the longest of a run, whatever their length in lines. */
const LONG = ["/test/stress/", "/test/terminal/"];
const RATHER_LONG = ["/test/journeys/"];

/**
 * Starts the files that take longest first, also where no earlier run told how long they take: a run that begins one
 * of them last ends with one worker at work and the others done.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own method, which leaves the list as it is.
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (LONG.some((folder) => moduleId.includes(folder))) return 0;
  return RATHER_LONG.some((folder) => moduleId.includes(folder)) ? 1 : 2;
}
