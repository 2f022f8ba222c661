import { extractModes, type ExtractMode } from "../events/index.ts";
import type { ModelInfo } from "../models/index.ts";
import type { Storage } from "../storage/index.ts";

/** A turn, by its session and the number of the record with the person's words. */
export interface TurnPlace {
  session: string;
  begin: number;
}

/** Under which terms something was said: whoever reads it later keeps to them. */
export interface TurnTerms {
  /** How turns were read then. */
  mode?: ExtractMode;
  /** Who was told it: the provider, and whether that is a server on this machine. */
  provider?: string;
  local?: boolean;
}

/** A turn that was answered, but of which nobody has said that it was read. */
export interface WaitingTurn extends TurnPlace, TurnTerms {
  /** Calls that were begun for it. */
  tries: number;
}

/**
 * Which turns are to be read. A turn stands here before its answer does in the log, so none that was answered can be
 * forgotten by a kill; what stands in neither is not read, as what was said before extraction was switched on.
 */
export interface TurnsToRead {
  add(turn: TurnPlace & TurnTerms): Promise<void>;
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
  const write = async (step: Step, { session, begin, ...terms }: TurnPlace & TurnTerms): Promise<void> => {
    const line = JSON.stringify({ session, [step]: begin, ...(step === "begin" ? termsIn(terms) : {}) });
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
  const { step, session, begin, terms } = read;
  const key = `${session}/${begin}`;
  if (step === "done") return void waiting.delete(key);
  const turn = waiting.get(key);
  if (step === "begin") waiting.set(key, turn ?? { session, begin, ...terms, tries: 0 });
  else if (turn !== undefined) turn.tries += 1;
}

type Fields = Partial<Record<Step | "session" | keyof TurnTerms, unknown>>;

function readStep(line: string): ({ step: Step; terms: TurnTerms } & TurnPlace) | null {
  let value: Fields;
  try {
    value = Object(JSON.parse(line)) as Fields;
  } catch {
    return null;
  }
  const { session } = value;
  const step = (["begin", "try", "done"] as const).find((one) => Number.isSafeInteger(value[one]));
  return typeof session !== "string" || step === undefined
    ? null
    : { step, session, begin: value[step] as number, terms: termsIn(value) };
}

function termsIn({ mode, provider, local }: Fields): TurnTerms {
  const known = extractModes.find((one) => one === mode);
  return {
    ...(known === undefined ? {} : { mode: known }),
    ...(typeof provider === "string" ? { provider } : {}),
    ...(typeof local === "boolean" ? { local } : {}),
  };
}

// From what asks the person most to what asks them least.
const strictness: readonly ExtractMode[] = ["off", "nudge", "review", "auto"];

/** Of two modes the one under which less is done by itself. */
export function stricterMode(one: ExtractMode, other: ExtractMode = one): ExtractMode {
  return strictness.indexOf(one) <= strictness.indexOf(other) ? one : other;
}

/** Whether a model may be asked about a turn: only those are told it who were told it before. */
export function isOfProvider(
  { provider, local }: TurnTerms,
  info: Pick<ModelInfo, "provider" | "local">,
): boolean {
  if (provider !== undefined && provider !== info.provider) return false;
  return local === undefined || local === info.local;
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
