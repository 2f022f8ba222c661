import type { Storage } from "../storage/index.ts";

/** A turn, by its session and the number of the record with the person's words. */
export interface TurnPlace {
  session: string;
  begin: number;
}

/** A turn that was answered, but of which nobody has said that it was read. */
export interface WaitingTurn extends TurnPlace {
  /** Calls that were begun for it. */
  tries: number;
}

/**
 * Which turns are to be read. A turn stands here before its answer does in the log, so none that was answered can be
 * forgotten by a kill; what stands in neither is not read, as what was said before extraction was switched on.
 */
export interface TurnsToRead {
  add(turn: TurnPlace): Promise<void>;
  /** A call for it begins. */
  tried(turn: TurnPlace): Promise<void>;
  /** It was read, or need not be. */
  done(turn: TurnPlace): Promise<void>;
  /** Those that wait, oldest first. */
  waiting(): Promise<WaitingTurn[]>;
}

const PATH = "project/extraction.jsonl";
// Three lines a turn: some seven hundred turns, and as many again in the file that was set aside.
const SET_ASIDE_BYTES = 128 * 1024;

type Step = "begin" | "try" | "done";

/** The turns of the open project. Nothing of it fails: without the list a turn is at worst not read. */
export function createTurnsToRead(storage: Pick<Storage, "appendLine" | "stream">): TurnsToRead {
  const write = async (step: Step, { session, begin }: TurnPlace): Promise<void> => {
    const line = JSON.stringify({ session, [step]: begin });
    await storage.appendLine(PATH, line, { setAsideAt: SET_ASIDE_BYTES }).catch(() => undefined);
  };
  return {
    add: (turn) => write("begin", turn),
    tried: (turn) => write("try", turn),
    done: (turn) => write("done", turn),
    async waiting() {
      const waiting = new Map<string, WaitingTurn>();
      for (const path of [`${PATH}.old`, PATH] as const) {
        for (const line of await linesOf(storage, path)) take(line, waiting);
      }
      return [...waiting.values()].toSorted(
        (left, right) => left.session.localeCompare(right.session, "en") || left.begin - right.begin,
      );
    },
  };
}

function take(line: string, waiting: Map<string, WaitingTurn>): void {
  const read = readStep(line);
  if (read === null) return;
  const { step, session, begin } = read;
  const key = `${session}/${begin}`;
  if (step === "done") return void waiting.delete(key);
  const turn = waiting.get(key);
  if (step === "begin") waiting.set(key, turn ?? { session, begin, tries: 0 });
  else if (turn !== undefined) turn.tries += 1;
}

function readStep(line: string): ({ step: Step } & TurnPlace) | null {
  let value: Partial<Record<Step | "session", unknown>>;
  try {
    value = Object(JSON.parse(line)) as typeof value;
  } catch {
    return null;
  }
  const { session } = value;
  const step = (["begin", "try", "done"] as const).find((one) => Number.isSafeInteger(value[one]));
  return typeof session !== "string" || step === undefined
    ? null
    : { step, session, begin: value[step] as number };
}

async function linesOf(
  storage: Pick<Storage, "stream">,
  path: typeof PATH | `${typeof PATH}.old`,
): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of storage.stream(path)) chunks.push(chunk);
  } catch {
    return [];
  }
  return Buffer.concat(chunks).toString("utf8").split("\n");
}
