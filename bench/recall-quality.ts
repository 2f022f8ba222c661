/** Recall quality: which share of what answers a question is found, beside plainer ways, on sets that lie elsewhere. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { engines } from "./quality/engines.ts";
import { mean, normalisedGain, recallAt, reciprocalRank } from "./quality/metrics.ts";
import {
  askAll,
  crossLingualOutcome,
  levelFor,
  newerFirst,
  outcomeAt,
  type Asked,
  type Outcome,
} from "./quality/relevance.ts";
import {
  carefulText,
  curveTable,
  figure,
  isReached,
  qualityTable,
  type QualityRow,
} from "./quality/report.ts";
import {
  byPerson,
  readConversations,
  readGroups,
  readWorkspaces,
  type QualityGroup,
} from "./quality/sets.ts";

export interface QualityReport {
  text: string;
  /** Whether every number was reached. */
  isHeld: boolean;
}

interface QualitySet {
  name: string;
  file: string;
  depth: number;
  least: number;
  read(file: string): Promise<QualityGroup[]>;
}

const sets: readonly QualitySet[] = [
  { name: "LoCoMo dev R@10", file: "locomo/dev.jsonl", depth: 10, least: 0.65, read: readConversations },
  {
    name: "MemDaily dev R@10",
    file: "memdaily-zh/dev.jsonl",
    depth: 10,
    least: 0.69,
    read: readConversations,
  },
  {
    name: "MemDaily, one person's R@10",
    file: "memdaily-zh/dev.jsonl",
    depth: 10,
    least: 0.98,
    read: async (file) => byPerson(await readConversations(file)),
  },
  { name: "DevMemBench R@5", file: "devmembench/normalized.json", depth: 5, least: 0.91, read: readGroups },
];

/** Measures what is there, and says what is not. */
export async function recallQuality(data: string): Promise<QualityReport> {
  const rows: QualityRow[] = [];
  const lines: string[] = [];
  for (const { name, file, read, depth, least } of sets) {
    const path = join(data, file);
    if (!existsSync(path)) lines.push(`Skipped: ${name}; there is no ${path}.`);
    else rows.push(measured(await read(path), { name, depth, least }));
  }
  const recallSet = join(data, "recall-set");
  if (!existsSync(recallSet)) {
    lines.push(`Skipped: recall set; there is no ${recallSet}.`);
    return finished(rows, lines, true);
  }
  const workspaces = await readWorkspaces(recallSet);
  rows.push(...recallSetRows(workspaces));
  const asked = askAll(workspaces);
  const { isHeld, text } = relevanceOf(asked, workspaces);
  return finished(rows, [...lines, "", ...text], isHeld);
}

function finished(rows: readonly QualityRow[], lines: readonly string[], isHeld: boolean): QualityReport {
  const table =
    rows.length === 0
      ? []
      : qualityTable(
          rows,
          engines.map(({ name }) => name),
        );
  return {
    text: [...table, ...lines, ""].join("\n"),
    isHeld: isHeld && rows.every(isReached),
  };
}

function measured(
  groups: readonly QualityGroup[],
  { name, depth, least }: { name: string; depth: number; least?: number },
): QualityRow {
  const found = engines.map((engine) =>
    groups.flatMap(({ documents, questions }) => {
      const search = engine.open(documents);
      return questions
        .filter(({ gold }) => gold.length > 0)
        .map(({ text, gold }) => ({ gold, ids: search(text, 10) }));
    }),
  );
  const ours = found.at(-1) ?? [];
  return {
    name,
    questions: ours.length,
    recalls: found.map((answers) => mean(answers.map(({ ids, gold }) => recallAt(ids, gold, depth)))),
    rank: mean(ours.map(({ ids, gold }) => reciprocalRank(ids, gold, 10))),
    gain: mean(ours.map(({ ids, gold }) => normalisedGain(ids, gold, 10))),
    ...(least === undefined ? {} : { least }),
  };
}

/** The ranking alone, everything answerable and kind by kind. */
function recallSetRows(workspaces: readonly QualityGroup[]): QualityRow[] {
  const kinds = [...new Set(workspaces.flatMap(({ questions }) => questions.map(({ kind }) => kind)))];
  const only = (kind: string): QualityGroup[] =>
    workspaces.map((group) => ({
      ...group,
      questions: group.questions.filter((question) => question.kind === kind),
    }));
  return [
    measured(workspaces, { name: "recall set R@3", depth: 3 }),
    measured(workspaces, { name: "recall set R@5", depth: 5 }),
    ...kinds
      .filter((kind) => kind !== "no-answer")
      .map((kind) => measured(only(kind), { name: `  ${kind} R@5`, depth: 5 })),
  ];
}

const leastRecall = 0.58;
const leastEmpty = 0.7;

/** What the threshold keeps out, and what it costs. Held where one that was chosen on either workspace does on the other. */
function relevanceOf(
  asked: readonly Asked[],
  workspaces: readonly QualityGroup[],
): { text: string[]; isHeld: boolean } {
  const names = workspaces.map(({ id }) => id);
  const of = (name: string): Asked[] => asked.filter(({ workspace }) => workspace === name);
  const curves = new Map(
    ["both", ...names].map((name) => {
      const some = name === "both" ? asked : of(name);
      return [name, shownLevels.map((level) => ({ level, ...outcomeAt(some, level) }))] as const;
    }),
  );
  const transfers = names.flatMap((chosen) =>
    names.filter((name) => name !== chosen).map((name) => transferOf({ chosen, name, of })),
  );
  const { lexical, offered, scripted } = crossLingualOutcome(workspaces);
  return {
    isHeld: transfers.every(({ isHeld }) => isHeld),
    text: [
      "Recall set, what a prompt brings (prompts in the language of their memory; R@3 / no-answer prompts left empty):",
      ...curveTable(curves),
      `As shipped, with both in view: ${carefulText(outcomeAt(asked))}`,
      ...transfers.flatMap(({ lines }) => lines),
      `Newer note first where one supersedes another: ${figure(newerFirst(asked))}`,
      `Prompt and memory in different languages, R@5: ${figure(lexical)} by words, ${figure(scripted)} with a scripted side query that names the right ones beside wrong ones (no measure of a model: ${figure(offered)} of them stand in the list that it is offered)`,
    ],
  };
}

const shownLevels = [0, 0.4, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5];

/**
 * A threshold chosen on one workspace, and what it does on another. One that leaves just `leastEmpty` empty misses it
 * on the other half of the time, so what is held is one chosen with room.
 */
function transferOf(options: { chosen: string; name: string; of: (name: string) => Asked[] }): {
  isHeld: boolean;
  lines: string[];
} {
  const { chosen, name, of } = options;
  const at = (empty: number): { outcome: Outcome; line: string } => {
    const level = levelFor(of(chosen), empty);
    const outcome = outcomeAt(of(name), level);
    return {
      outcome,
      line: `Chosen on ${chosen} to leave ${empty.toFixed(2)} empty (${level.toFixed(2)}), on ${name}: ${carefulText(outcome)}`,
    };
  };
  const narrow = at(leastEmpty);
  const roomy = at(emptyWithRoom);
  const isHeld = roomy.outcome.recall >= leastRecall && roomy.outcome.empty >= leastEmpty;
  const verdict = `; to hold >= ${leastRecall} / ${leastEmpty.toFixed(2)}: ${isHeld ? "held" : "MISSED"}`;
  return { isHeld, lines: [narrow.line, roomy.line + verdict] };
}

const emptyWithRoom = 0.8;
