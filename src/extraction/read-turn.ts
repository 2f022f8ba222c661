import { addTokens, noTokens } from "../events/index.ts";
import type { ExtractionReceipt, ExtractMode, TokenCount } from "../events/index.ts";
import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { MemoryStore } from "../memory/index.ts";
import { sideQuery, type Model, type SideAnswer, type SideRequest, type Usage } from "../models/index.ts";
import type { RecallIndex } from "../recall/index.ts";
import type { Storage } from "../storage/index.ts";
import { extractionRequest, type ExtractionRequest, type RequestDoors } from "./extraction-request.ts";
import { judgeOperations } from "./judge-operations.ts";
import { createMemoryLook } from "./memory-look.ts";
import type { JudgedItem, TurnText } from "./operation.ts";
import { readOperations, type ReadAnswer } from "./read-operations.ts";

/** What came of asking a model about one turn. */
export interface TurnReading extends Pick<
  ExtractionReceipt,
  "answer" | "failure" | "model" | "calls" | "tokens"
> {
  items: readonly JudgedItem[];
  /** Of secrets that were left out of the question, or that an answer held; one entry each. */
  secretKinds: readonly string[];
}

/** How a turn is read. */
export interface ReadingWish {
  model: Model;
  mode: Extract<ExtractMode, "auto" | "review">;
  signal: AbortSignal;
}

/** Asks about a turn and judges what is answered; null when the signal ended it. */
export type ReadTurn = (turn: TurnText, wish: ReadingWish) => Promise<TurnReading | null>;

/** What questions are made of, and answers judged by. */
export interface ReaderDoors {
  index: RecallIndex;
  store: Pick<MemoryStore, "read">;
  storage: Storage;
  gate: SecretGate;
  limits: RequestDoors["limits"] & Pick<Limits, "extractionMs">;
  now: () => Date;
}

/** Reads turns with one call each, and a second one where the answer could not be read. */
export function createTurnReader(doors: ReaderDoors): ReadTurn {
  const { gate, limits } = doors;
  const look = createMemoryLook(doors);
  return async (turn, { model, mode, signal }) => {
    const request = await extractionRequest(turn, doors);
    const counted = countedModel(model);
    const ask = (question: SideRequest): Promise<SideAnswer> =>
      sideQuery(counted.model, question, { signal, timeoutMs: limits.extractionMs });
    const asked = { ...(await askTwice(request, ask)), calls: counted.calls() };
    // An answer that came all the same is worth what it cost.
    if (asked.failure === "aborted") return null;
    const { read, ...facts } = asked;
    const secretKinds = [...request.secretKinds];
    const onSecret = (kind: string): void => void secretKinds.push(kind);
    const items =
      read?.kind === "items"
        ? await judgeOperations(read.items, { turn, request, look, gate, mode, limits, onSecret })
        : [];
    return { ...facts, model: model.info.id, items, secretKinds };
  };
}

/** The model, and how often its server was asked: also where it was busy or failed, and was asked again. */
function countedModel(model: Model): { model: Model; calls(): number } {
  let calls = 0;
  return {
    calls: () => calls,
    model: {
      info: model.info,
      async *stream(request, options) {
        calls += 1;
        for await (const event of model.stream(request, options)) {
          if (event.type === "retry") calls += 1;
          yield event;
        }
      },
    },
  };
}

interface Asked extends Pick<TurnReading, "answer" | "failure" | "tokens"> {
  /** Absent without an answer. */
  read?: ReadAnswer;
}

async function askTwice(
  { ask: first, askAgain }: Pick<ExtractionRequest, "ask" | "askAgain">,
  ask: (question: SideRequest) => Promise<SideAnswer>,
): Promise<Asked> {
  const asked = answerOf(await ask(first));
  if (asked.answer !== "unusable") return asked;
  const again = answerOf(await ask(askAgain));
  const tokens = [asked, again].flatMap((one) => one.tokens ?? []).reduce(addTokens, noTokens);
  return { ...again, tokens };
}

function answerOf(answer: SideAnswer): Asked {
  if (!answer.ok) {
    const { failure, usage } = answer;
    const tokens = usage === undefined ? {} : { tokens: tokensOf(usage) };
    return failure === "timeout"
      ? { answer: "timeout", ...tokens }
      : { answer: "failed", failure, ...tokens };
  }
  const read = readOperations(answer.text);
  return { answer: read.kind, read, tokens: tokensOf(answer.usage) };
}

function tokensOf({ input, output, cacheRead, cacheWrite, estimated }: Usage): TokenCount {
  return { input, output, cacheRead, cacheWrite, ...(estimated === true && { estimated }) };
}
