import type { DropReason, SideReceipt } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { SideAnswer, SideRequest } from "../models/index.ts";
import { buildManifest, type Manifest, type ManifestEntry } from "./manifest.ts";
import {
  admit,
  observedOf,
  openRecalled,
  type OpenedMemory,
  type OpeningDoors,
  type RecalledPart,
} from "./open-recalled.ts";
import type { IndexedMemory } from "./recall-index.ts";
import { readSelection } from "./selection.ts";
import type { ShownMemories } from "./shown.ts";
import { sideQuestion } from "./side-question.ts";

/** The model that is asked. */
export interface SideModel {
  id: string;
  /** Never throws; ends soon after the signal. */
  ask(request: SideRequest, options: { signal: AbortSignal; timeoutMs: number }): Promise<SideAnswer>;
}

/** What the side-query stage works with. */
export interface SideDoors extends OpeningDoors {
  model: SideModel;
  limits: OpeningDoors["limits"] &
    Pick<
      Limits,
      "recallSelected" | "manifestEntries" | "manifestBytes" | "descriptionCharacters" | "sideQueryMs"
    >;
  /** Milliseconds that only go forward. */
  clock: () => number;
}

/** A memory that was chosen and has gone into the conversation. */
export interface SideDelivery extends OpenedMemory {
  part: RecalledPart;
}

/** A side query on its way. */
export interface SideStage {
  /** What it has brought, once; never waits. `shown` decides what still goes in. */
  take(shown: ShownMemories): SideDelivery[];
  /** Whether all it will bring in this turn has been taken. */
  isSettled(): boolean;
  /** Ends it, and tells what came of it. */
  end(): { receipt: SideReceipt; dropped: readonly { id: string; reason: DropReason }[] };
}

type State =
  | { phase: "asking" }
  | { phase: "ready"; opened: OpenedMemory[] }
  | { phase: "over"; outcome: SideReceipt["outcome"]; failure?: string };

/** What a side query can be offered, best first: it lists what matches, then what is new, each once. */
export function candidatesOf(
  hits: readonly IndexedMemory[],
  recent: readonly IndexedMemory[],
): IndexedMemory[] {
  return [...new Map([...hits, ...recent].map((memory) => [memory.id, memory])).values()];
}

/** The list that is offered of these candidates. */
export function manifestOf(
  candidates: readonly IndexedMemory[],
  { limits, now }: Pick<SideDoors, "limits" | "now">,
): Manifest {
  const entries = candidates.map(
    (memory): ManifestEntry => ({ ...memory, observed: observedOf(memory, memory.fileTime, now()) }),
  );
  return buildManifest(entries, limits);
}

/** Asks a model beside the conversation. Nobody waits for it; what it chooses is read ahead. */
export function startSideStage(
  doors: SideDoors,
  { prompt, manifest, candidates }: { prompt: string; manifest: Manifest; candidates: readonly IndexedMemory[] },
): SideStage {
  const stop = new AbortController();
  const started = doors.clock();
  let state: State = { phase: "asking" };
  const dropped: { id: string; reason: DropReason }[] = [];
  const receipt: Omit<SideReceipt, "outcome" | "failure"> = {
    model: doors.model.id,
    offered: manifest.entries.length,
    manifestBytes: manifest.bytes,
    selected: [],
    unknown: 0,
    ms: 0,
  };

  async function ask(): Promise<State> {
    const { signal } = stop;
    const question = sideQuestion({ prompt, manifest }, doors.limits);
    const answer = await doors.model.ask(question, { signal, timeoutMs: doors.limits.sideQueryMs });
    receipt.ms = Math.round(doors.clock() - started);
    if (!answer.ok) {
      const { failure } = answer;
      return failure === "timeout"
        ? { phase: "over", outcome: "timeout" }
        : { phase: "over", outcome: "failed", failure };
    }
    const { input, cacheRead, cacheWrite, output, estimated } = answer.usage;
    receipt.tokens = { input: input + cacheRead + cacheWrite, output, ...(estimated === true && { estimated }) };
    const selection = readSelection(answer.text, {
      entries: manifest.entries,
      limit: doors.limits.recallSelected,
    });
    if (selection === null) return { phase: "over", outcome: "unusable" };
    receipt.selected = selection.chosen.map(({ id }) => id);
    receipt.unknown = selection.unknown;
    return { phase: "ready", opened: await openAll(receipt.selected) };
  }

  async function openAll(ids: readonly string[]): Promise<OpenedMemory[]> {
    const opened: OpenedMemory[] = [];
    for (const id of ids) {
      const memory = candidates.find((candidate) => candidate.id === id);
      if (memory === undefined) continue;
      const one = await openRecalled(doors, memory);
      if (one.ok) opened.push(one);
      else dropped.push({ id, reason: one.reason });
    }
    return opened;
  }

  void ask()
    .catch((): State => ({ phase: "over", outcome: "failed", failure: "internal" }))
    .then((next) => {
      if (state.phase === "asking") state = next;
    });

  return {
    take(shown) {
      if (state.phase !== "ready") return [];
      const delivered: SideDelivery[] = [];
      for (const opened of state.opened) {
        const admitted = admit(opened, { shown, limits: doors.limits });
        if (admitted.ok) delivered.push({ ...opened, part: admitted.part });
        else dropped.push({ id: opened.memory.id, reason: admitted.reason });
      }
      state = { phase: "over", outcome: delivered.length > 0 ? "delivered" : "empty" };
      return delivered;
    },
    isSettled: () => state.phase === "over",
    end() {
      stop.abort();
      if (state.phase === "asking") receipt.ms = Math.round(doors.clock() - started);
      if (state.phase === "ready") {
        for (const { memory } of state.opened) dropped.push({ id: memory.id, reason: "late" });
      }
      if (state.phase !== "over") {
        const isEmpty = state.phase === "ready" && state.opened.length === 0;
        state = { phase: "over", outcome: isEmpty ? "empty" : "late" };
      }
      const { outcome, failure } = state;
      return { receipt: { outcome, ...(failure !== undefined && { failure }), ...receipt }, dropped };
    },
  };
}
