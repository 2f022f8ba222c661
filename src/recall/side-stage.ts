import type { DropReason, SideReceipt } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import { sentUsage, type Usage } from "../models/index.ts";
import type { Manifest } from "./manifest.ts";
import {
  admit,
  openRecalled,
  type OpenedMemory,
  type OpeningDoors,
  type RecalledPart,
} from "./open-recalled.ts";
import type { IndexedMemory } from "./recall-index.ts";
import { readSelection } from "./selection.ts";
import type { ShownMemories } from "./shown.ts";
import type { SideModel } from "./side-model.ts";
import { sideQuestion } from "./side-question.ts";

/** What the side-query stage works with. */
export interface SideDoors extends OpeningDoors {
  model: SideModel;
  limits: OpeningDoors["limits"] & Pick<Limits, "recallSelected" | "sideQueryMs">;
  /** Milliseconds that only go forward. */
  clock: () => number;
}

/** What is asked, and what may be chosen. */
export interface SideTask {
  prompt: string;
  manifest: Manifest;
  /** The memories of the manifest; more do no harm. */
  candidates: readonly IndexedMemory[];
}

type State =
  | { phase: "asking" }
  | { phase: "ready"; opened: readonly OpenedMemory[] }
  | { phase: "over"; outcome: SideReceipt["outcome"]; failure?: string };

/**
 * A side query on its way. Nobody waits for it: what it chose is read ahead, taken once in passing, and lost when
 * the turn ends first.
 */
export class SideStage {
  readonly #doors: SideDoors;
  readonly #task: SideTask;
  readonly #stop = new AbortController();
  readonly #started: number;
  readonly #dropped: { id: string; reason: DropReason }[] = [];
  readonly #receipt: Omit<SideReceipt, "outcome" | "failure">;
  #state: State = { phase: "asking" };

  /** Asks at once. */
  constructor(doors: SideDoors, task: SideTask) {
    this.#doors = doors;
    this.#task = task;
    this.#started = doors.clock();
    this.#receipt = {
      model: doors.model.id,
      offered: task.manifest.entries.length,
      manifestBytes: task.manifest.bytes,
      selected: [],
      unknown: 0,
      ms: 0,
    };
    void this.#run();
  }

  /** Whether everything it will bring in this turn has been taken. */
  get isSettled(): boolean {
    return this.#state.phase === "over";
  }

  /** What it has brought, once; never waits. */
  take(shown: ShownMemories): (OpenedMemory & { part: RecalledPart })[] {
    if (this.#state.phase !== "ready") return [];
    const delivered: (OpenedMemory & { part: RecalledPart })[] = [];
    for (const opened of this.#state.opened) {
      const admitted = admit(opened, shown);
      if (admitted.ok) delivered.push({ ...opened, part: admitted.part });
      else this.#drop(opened.memory.id, admitted.reason);
    }
    this.#state = { phase: "over", outcome: delivered.length > 0 ? "delivered" : "empty" };
    return delivered;
  }

  /** What it would tell if it ended now. */
  soFar(): { receipt: SideReceipt; dropped: readonly { id: string; reason: DropReason }[] } {
    const { outcome, failure } = this.#ended();
    const ms = this.#state.phase === "asking" ? { ms: this.#elapsed() } : {};
    const tooLate = this.#state.phase === "ready" ? this.#state.opened : [];
    return {
      receipt: { outcome, ...(failure !== undefined && { failure }), ...this.#receipt, ...ms },
      dropped: [
        ...this.#dropped,
        ...tooLate.map(({ memory }) => ({ id: memory.id, reason: "late" as const })),
      ],
    };
  }

  /** Ends it, and tells what came of it. */
  end(): { receipt: SideReceipt; dropped: readonly { id: string; reason: DropReason }[] } {
    this.#stop.abort();
    const told = this.soFar();
    this.#state = this.#ended();
    return told;
  }

  #ended(): Extract<State, { phase: "over" }> {
    const state = this.#state;
    if (state.phase === "over") return state;
    const isEmpty = state.phase === "ready" && state.opened.length === 0;
    return { phase: "over", outcome: isEmpty ? "empty" : "late" };
  }

  async #run(): Promise<void> {
    const failed: State = { phase: "over", outcome: "failed", failure: "internal" };
    const next = await this.#ask().catch(() => failed);
    if (this.#state.phase === "asking") this.#state = next;
  }

  async #ask(): Promise<State> {
    const { model, limits } = this.#doors;
    const { prompt, manifest } = this.#task;
    const question = sideQuestion({ prompt, manifest }, limits);
    // Where the turn ends first nobody waits for the count.
    this.#receipt.tokens = tokensOf(sentUsage(question));
    const answer = await model.ask(question, {
      signal: this.#stop.signal,
      timeoutMs: limits.sideQueryMs,
    });
    this.#measure();
    if (answer.usage === undefined) delete this.#receipt.tokens;
    else this.#receipt.tokens = tokensOf(answer.usage);
    if (!answer.ok) {
      const { failure } = answer;
      return failure === "timeout"
        ? { phase: "over", outcome: "timeout" }
        : { phase: "over", outcome: "failed", failure };
    }
    const selection = readSelection(answer.text, {
      entries: manifest.entries,
      limit: limits.recallSelected,
    });
    if (selection === null) return { phase: "over", outcome: "unusable" };
    this.#receipt.selected = selection.chosen.map(({ id }) => id);
    this.#receipt.unknown = selection.unknown;
    return { phase: "ready", opened: await this.#openAll(this.#receipt.selected) };
  }

  async #openAll(ids: readonly string[]): Promise<OpenedMemory[]> {
    const opened: OpenedMemory[] = [];
    for (const id of ids) {
      const indexed = this.#task.candidates.find((candidate) => candidate.id === id);
      if (indexed === undefined) continue;
      const one = await openRecalled(this.#doors, indexed);
      if (one.ok) opened.push(one);
      else this.#drop(id, one.reason);
    }
    return opened;
  }

  #drop(id: string, reason: DropReason): void {
    this.#dropped.push({ id, reason });
  }

  #measure(): void {
    this.#receipt.ms = this.#elapsed();
  }

  #elapsed(): number {
    return Math.round(this.#doors.clock() - this.#started);
  }
}

function tokensOf({
  input,
  cacheRead,
  cacheWrite,
  output,
  estimated,
}: Usage): NonNullable<SideReceipt["tokens"]> {
  return { input: input + cacheRead + cacheWrite, output, ...(estimated === true && { estimated }) };
}
