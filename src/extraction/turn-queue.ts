import type { Model } from "../models/index.ts";
import type { WaitingTurn } from "./turns-to-read.ts";

/** A turn that is to be read, and who answered it or is asked for it. */
export interface QueuedTurn {
  turn: WaitingTurn;
  model: Model;
  /** Of a conversation of this process; else an earlier one left it. */
  isOwn: boolean;
}

/** Turns are read one after the other: those of this process before what earlier ones left. */
export interface TurnQueue {
  /** Resolves when it was read or given up; never fails. */
  add(queued: QueuedTurn): Promise<void>;
  /** Own ones that are not yet over. */
  own(): QueuedTurn[];
  /** The one that is being read. */
  current(): QueuedTurn | undefined;
}

/** Works off with `work`, which is called for one turn at a time. */
export function createTurnQueue(work: (queued: QueuedTurn) => Promise<void>): TurnQueue {
  const own: Entry[] = [];
  const left: Entry[] = [];
  let current: Entry | undefined;
  async function workAll(): Promise<void> {
    if (current !== undefined) return;
    for (;;) {
      current = own.shift() ?? left.shift();
      if (current === undefined) return;
      // What fails is left for the next start.
      await work(current.queued).catch(() => undefined);
      current.isOver();
    }
  }
  return {
    add: (queued) =>
      new Promise((isOver) => {
        (queued.isOwn ? own : left).push({ queued, isOver });
        void workAll();
      }),
    own: () =>
      [...(current === undefined ? [] : [current]), ...own]
        .map(({ queued }) => queued)
        .filter(({ isOwn }) => isOwn),
    current: () => current?.queued,
  };
}

interface Entry {
  queued: QueuedTurn;
  isOver: () => void;
}
