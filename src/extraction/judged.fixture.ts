/** A turn, the memories of a project, and what becomes of an answer about them. */
import { createSecretGate } from "../guard/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createMemoryStore, type MemoryStore, type SaveInput } from "../memory/index.ts";
import { createMemorySearch } from "../search/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { extractionRequest, type ExtractionRequest } from "./extraction-request.ts";
import { judgeOperations, type JudgeSetting } from "./judge-operations.ts";
import { createMemoryLook } from "./memory-look.ts";
import type { JudgedItem, TurnText } from "./operation.ts";
import { readOperations } from "./read-operations.ts";

const now = () => new Date(2031, 2, 10, 9, 0);
const gate = createSecretGate();

/** A turn with these words, on a Saturday. */
export function turnOf(person: string, more: Partial<TurnText> = {}): TurnText {
  return {
    session: "20310301-100000-abcd",
    begin: 2,
    upto: 3,
    at: new Date(2031, 2, 1, 10),
    person,
    agent: "",
    savedInTurn: false,
    finished: true,
    injected: [],
    ...more,
  };
}

/** A project with these memories, and answers judged in it. */
export async function openNotes(...memories: (Omit<SaveInput, "source"> & Partial<SaveInput>)[]) {
  const storage = createMemoryStorage({ now });
  const store: MemoryStore = createMemoryStore({ storage, gate, now });
  for (const memory of memories) await store.save({ source: "extracted", ...memory });
  const index = createMemorySearch({ storage, now });
  const request = (turn: TurnText): Promise<ExtractionRequest> =>
    extractionRequest(turn, { index, gate, limits: defaultLimits, now });
  return {
    storage,
    store,
    index,
    request,
    /** What becomes of these operations, proposed for a turn. */
    async judge(
      turn: TurnText,
      operations: unknown[],
      more: Partial<JudgeSetting> = {},
    ): Promise<JudgedItem[]> {
      const read = readOperations(JSON.stringify({ operations }));
      if (read.kind !== "items") throw new Error(read.kind);
      const look = createMemoryLook({ store, index, storage });
      const setting = { turn, look, gate, mode: "auto", limits: defaultLimits } as const;
      return judgeOperations(read.items, { ...setting, request: await request(turn), ...more });
    },
  };
}

/** Where an item goes and why, in short. */
export function verdict(item: JudgedItem | undefined): string {
  if (item === undefined) return "nothing";
  const target = item.to === "nowhere" || item.target === undefined ? "" : ` ${item.target}`;
  return `${item.to}${target}${item.reason === undefined ? "" : `: ${item.reason}`}`;
}
