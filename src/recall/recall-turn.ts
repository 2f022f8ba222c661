import type { DropReason, RecallReceipt, ReceiptDelivery, SkipReason } from "../events/index.ts";
import type { Gate } from "./gate.ts";
import { candidateOf, runLexicalStage, type LexicalOutcome } from "./lexical-stage.ts";
import { deliveryOf, type OpenedMemory, type RecalledPart } from "./open-recalled.ts";
import type { Memory } from "../memory/index.ts";
import type { Model } from "../models/index.ts";
import type { RecallOptions, TurnRecall } from "./recall-options.ts";
import type { ShownMemories } from "./shown.ts";
import { manifestOf, sideCandidates } from "./side-candidates.ts";
import { relevantHits } from "./relevant-hits.ts";
import { sideModelOf } from "./side-model.ts";
import { SideStage } from "./side-stage.ts";

/** What one turn works with. */
export interface RecallTurnOptions extends RecallOptions {
  clock: () => number;
  gate: Gate;
  shown: ShownMemories;
  prompt: string;
  /** The model that answers. */
  model: Model;
}

/** One turn of recall: the lexical stage, then the side query on its way, then the receipt. */
export class RecallTurn {
  readonly #options: RecallTurnOptions;
  readonly #started: number;
  readonly #delivered: ReceiptDelivery[] = [];
  readonly #dropped: { id: string; reason: DropReason }[] = [];
  readonly #names = new Map<string, string>();
  #lexical: RecallReceipt["lexical"];
  #memories = 0;
  #side: SideStage | { skipped: SkipReason };
  #isOver = false;
  #ms = 0;

  constructor(options: RecallTurnOptions) {
    this.#options = options;
    this.#started = options.clock();
    this.#lexical = { skipped: options.gate.lexical ?? "failed" };
    this.#side = { skipped: options.gate.side ?? "failed" };
  }

  /** Names of what was delivered so far. */
  get names(): readonly string[] {
    return this.#delivered.map(({ id }) => this.#names.get(id) ?? id);
  }

  /** Whether nothing more will come. */
  get isComplete(): boolean {
    return this.#isOver || !(this.#side instanceof SideStage) || this.#side.isSettled;
  }

  /** Runs the lexical stage and starts the side query. A search that fails brings nothing. */
  async begin(signal?: AbortSignal): Promise<RecalledPart[]> {
    const { lexical, side } = this.#options.gate;
    const parts: RecalledPart[] = [];
    try {
      const outcome = lexical === null || side === null ? await this.#search(signal) : null;
      if (outcome !== null) parts.push(...outcome.delivered.map(({ part }) => part));
      if (outcome !== null && side === null) this.#startSide(outcome);
    } catch {
      // The receipt says that the stage failed, or that the person stopped it.
      if (signal?.aborted === true) this.#stopped();
    }
    this.#ms = this.#elapsed();
    return parts;
  }

  #stopped(): void {
    const { lexical, side } = this.#options.gate;
    this.#lexical = { skipped: lexical ?? "stopped" };
    this.#side = { skipped: side ?? "stopped" };
  }

  async #search(signal: AbortSignal | undefined): Promise<LexicalOutcome> {
    const { prompt, gate } = this.#options;
    const { decide = relevantHits, shown } = this.#options;
    const outcome = await runLexicalStage({ ...this.#options, decide }, { prompt, shown, signal });
    this.#memories = outcome.total;
    this.#lexical = {
      candidates: outcome.hits.map(candidateOf),
      ms: this.#elapsed(),
    };
    for (const hit of outcome.hits) this.#names.set(hit.id, hit.name);
    for (const opened of outcome.delivered) this.#deliver(opened, "lexical");
    this.#dropped.push(...outcome.dropped);
    if (outcome.total === 0) this.#lexical = { skipped: "no-memories" };
    else if (gate.lexical !== null) this.#lexical = { skipped: gate.lexical };
    return outcome;
  }

  #startSide({ hits, total }: LexicalOutcome): void {
    const { index, limits, prompt, shown, mode, model, sideModel } = this.#options;
    const side = sideModelOf(mode, sideModel ?? model);
    if (total === 0) this.#side = { skipped: "no-memories" };
    else if ("skipped" in side) this.#side = side;
    else {
      const recent = index.recent(limits.manifestEntries);
      const candidates = sideCandidates({ hits, recent }, shown);
      const manifest = manifestOf(candidates, this.#options);
      if (manifest.entries.length === 0) this.#side = { skipped: "nothing-new" };
      else if (!this.#isOver)
        this.#side = new SideStage({ ...this.#options, model: side }, { prompt, manifest, candidates });
    }
  }

  /** What the side query has brought, once. */
  poll(): RecalledPart[] {
    if (!(this.#side instanceof SideStage)) return [];
    return this.#side.take(this.#options.shown).map((delivered) => {
      this.#deliver(delivered, "side-query");
      return delivered.part;
    });
  }

  /** A tool has read or saved a memory in this turn. */
  see({ id, version }: Pick<Memory, "id" | "version">): void {
    this.#options.shown.see(id, version);
  }

  /** Ends the turn and tells it all. */
  end(session: string | undefined): TurnRecall {
    this.#isOver = true;
    return this.#told(session, this.#side instanceof SideStage ? this.#side.end() : null);
  }

  /** What `end` would tell now. */
  soFar(session: string | undefined): TurnRecall {
    return this.#told(session, this.#side instanceof SideStage ? this.#side.soFar() : null);
  }

  #told(session: string | undefined, side: ReturnType<SideStage["end"]> | null): TurnRecall {
    const receipt: RecallReceipt = {
      kind: "recall",
      ...(session !== undefined && { session }),
      mode: this.#options.mode,
      memories: this.#memories,
      lexical: this.#lexical,
      side: side?.receipt ?? (this.#side as { skipped: SkipReason }),
      delivered: [...this.#delivered],
      dropped: this.#withoutDelivered([...this.#dropped, ...(side?.dropped ?? [])]),
      bytes: this.#delivered.reduce((sum, { bytes }) => sum + bytes, 0),
      sessionBytes: this.#options.shown.bytes,
      ms: this.#ms,
    };
    return { receipt, names: this.names, nameOf: this.#names };
  }

  // What was weak by its words may have been chosen by meaning; a later reason is the one that counts.
  #withoutDelivered(dropped: RecallReceipt["dropped"]): RecallReceipt["dropped"] {
    const arrived = new Set(this.#delivered.map(({ id }) => id));
    const reasons = new Map(dropped.map(({ id, reason }) => [id, reason]));
    return [...reasons].filter(([id]) => !arrived.has(id)).map(([id, reason]) => ({ id, reason }));
  }

  #deliver(opened: OpenedMemory, by: ReceiptDelivery["by"]): void {
    this.#names.set(opened.memory.id, opened.memory.name);
    this.#delivered.push(deliveryOf(opened, by));
  }

  #elapsed(): number {
    return Math.round((this.#options.clock() - this.#started) * 10) / 10;
  }
}
