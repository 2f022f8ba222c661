/** Runs subjects in turn, so that a busy moment of the machine meets all of them, and compares medians. */

/** What one run took, in milliseconds. */
export interface Cost {
  wall: number;
  /** User and system time; absent where only the wall is meaningful, as for work that waits for the disk. */
  cpu?: number;
  /** Megabytes, where memory is what is measured. */
  memory?: number;
}

/** One thing to measure. It prepares itself before it starts the clock. */
export type Subject = () => Promise<Cost>;

export interface Comparison {
  subject: Cost;
  baseline: Cost;
  /** Subject over baseline: by memory or CPU where both have it, else by wall. */
  ratio: number;
  runs: number;
}

/** Medians of `runs` interleaved runs of both, after warm-up runs that are thrown away. */
export async function compare(options: {
  subject: Subject;
  baseline: Subject;
  runs: number;
}): Promise<Comparison> {
  const { subject, baseline, runs } = options;
  const warmUps = 3;
  const costs = { subject: [] as Cost[], baseline: [] as Cost[] };
  for (let run = -warmUps; run < runs; run += 1) {
    // Turn about: neither always profits from what the other left warm.
    const isSubjectFirst = run % 2 === 0;
    const first = await (isSubjectFirst ? subject : baseline)();
    const second = await (isSubjectFirst ? baseline : subject)();
    if (run < 0) continue;
    costs.subject.push(isSubjectFirst ? first : second);
    costs.baseline.push(isSubjectFirst ? second : first);
  }
  const medians = { subject: medianCost(costs.subject), baseline: medianCost(costs.baseline) };
  return { ...medians, ratio: ratioOf(medians.subject, medians.baseline), runs };
}

function medianCost(costs: readonly Cost[]): Cost {
  const wall = median(costs.map((cost) => cost.wall));
  const cpus = costs.flatMap((cost) => cost.cpu ?? []);
  const memories = costs.flatMap((cost) => cost.memory ?? []);
  return {
    wall,
    ...(cpus.length === costs.length ? { cpu: median(cpus) } : {}),
    ...(memories.length === costs.length ? { memory: median(memories) } : {}),
  };
}

function ratioOf(subject: Cost, baseline: Cost): number {
  if (subject.memory !== undefined && baseline.memory !== undefined) return subject.memory / baseline.memory;
  const useCpu = subject.cpu !== undefined && baseline.cpu !== undefined;
  return useCpu ? (subject.cpu ?? 0) / (baseline.cpu ?? 0) : subject.wall / baseline.wall;
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Times work inside this process. */
export async function timed(work: () => Promise<unknown>): Promise<Cost> {
  const started = performance.now();
  await work();
  return { wall: performance.now() - started };
}
