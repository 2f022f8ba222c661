import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { SideRequest } from "../models/index.ts";
import { buildManifest, observedOf, type RecallIndex } from "../recall/index.ts";
import { fenced, wellFormed } from "../text/index.ts";
import { extractionPrompt, unusableAnswer } from "./extraction-prompt.ts";
import { leaveOutSecrets, type LeftOut } from "./left-out-secrets.ts";
import type { TurnText } from "./operation.ts";

/** A question to the model, and what has to be known to judge its answer. */
export interface ExtractionRequest {
  ask: SideRequest;
  /** The same once more, for an answer that could not be read. */
  askAgain: SideRequest;
  /** What it was shown besides the turn's words: an item that only repeats it is nothing new. */
  shown: readonly string[];
  /** Version of each memory in the list, by `scope/slug`. */
  versions: ReadonlyMap<string, string>;
  /** Kinds of the secrets that were left out of the turn, one entry each. */
  secretKinds: readonly string[];
  /** These themselves: nothing of them may come back in an answer. */
  secretValues: readonly string[];
}

/** What a request is made with. */
export interface RequestDoors {
  index: RecallIndex;
  gate: SecretGate;
  limits: Pick<
    Limits,
    "extractionOperations" | "manifestEntries" | "manifestBytes" | "descriptionCharacters" | "nameCharacters"
  >;
  now: () => Date;
}

/** Room for the items and for models that think aloud first. */
const ANSWER_TOKENS = 6_000;
/** Of the turn, UTF-16 units; what the person said goes first. */
const TURN_CHARACTERS = 24_000;
const PERSON_CHARACTERS = 16_000;
/** Beyond what is sent so much is searched too: a secret may stand across the cut, or its label before it. */
const MARGIN_CHARACTERS = 1_000;

/** Puts a turn before a model: the words of both without secrets, the day, and what is kept already. */
export async function extractionRequest(turn: TurnText, doors: RequestDoors): Promise<ExtractionRequest> {
  const { gate, limits } = doors;
  const person = await harmlessEnds(turn.person, PERSON_CHARACTERS, gate);
  const agent = await harmlessEnds(turn.agent, TURN_CHARACTERS - person.text.length, gate);
  const kept = await keptMemories(`${person.text}\n${agent.text}`, doors);
  const system = extractionPrompt(limits);
  const prompt = [
    `The turn was on ${dayOf(turn.at)}.`,
    fenced({
      memories: kept.manifest.text === "" ? "(none yet)" : kept.manifest.text,
      person: person.text,
      agent: agent.text,
    }),
  ].join("\n\n");
  const ask = { system, prompt, maxTokens: ANSWER_TOKENS };
  return {
    ask,
    askAgain: { ...ask, prompt: `${prompt}\n\n${unusableAnswer}` },
    shown: [system, kept.manifest.text, unusableAnswer],
    versions: kept.versions,
    secretKinds: [...person.kinds, ...agent.kinds],
    secretValues: [...person.values, ...agent.values],
  };
}

const QUESTION_CHARACTERS = 3_000;

/** The list of what is kept: what the turn is about first, then what is new. */
async function keptMemories(
  words: string,
  { index, limits, now }: RequestDoors,
): Promise<{ manifest: ReturnType<typeof buildManifest>; versions: Map<string, string> }> {
  const { hits } = await index.search(words.slice(0, QUESTION_CHARACTERS), { limit: limits.manifestEntries });
  const each = new Map(
    [...hits, ...index.recent(limits.manifestEntries)].map((memory) => [memory.id, memory]),
  );
  const entries = [...each.values()].map((memory) => ({
    ...memory,
    description: memory.description === "" ? memory.name : `${memory.name} — ${memory.description}`,
    observed: observedOf(memory, memory.fileTime, now()),
  }));
  const manifest = buildManifest(entries, {
    ...limits,
    descriptionCharacters: limits.descriptionCharacters + limits.nameCharacters,
  });
  const versions = new Map(manifest.entries.map(({ id }) => [id, each.get(id)?.version ?? ""]));
  return { manifest, versions };
}

const CUT = "\n[…]\n";

/** Beginning and end of a text that is too long, without secrets. Only what is sent is searched, and what could be part of it. */
async function harmlessEnds(
  text: string,
  longest: number,
  gate: SecretGate,
): Promise<Pick<LeftOut, "text" | "kinds" | "values">> {
  const room = Math.max(0, longest);
  if (text.length <= room) return leaveOutSecrets(text, gate);
  const half = Math.max(0, Math.floor((room - CUT.length) / 2));
  const margin = Math.min(MARGIN_CHARACTERS, text.length - half);
  const first = await leaveOutSecrets(text.slice(0, half + margin), gate, { marks: [half] });
  const last = await leaveOutSecrets(text.slice(text.length - half - margin), gate, { marks: [margin] });
  const [head, tail] = [first.text.slice(0, first.marks[0]), last.text.slice(last.marks[0])];
  return {
    // Half a surrogate pair at the seam would not survive the way to the server.
    text: wellFormed(`${head}${CUT}${tail}`),
    kinds: [...first.kinds, ...last.kinds],
    values: [...first.values, ...last.values],
  };
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The person's own day. */
function dayOf(time: Date): string {
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join("-");
  return `${weekdays[time.getDay()]}, ${day}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
