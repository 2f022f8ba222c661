import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { SideRequest } from "../models/index.ts";
import { buildManifest, observedOf, type RecallIndex } from "../recall/index.ts";
import { fenced, wellFormed } from "../text/index.ts";
import { extractionPrompt, unusableAnswer } from "./extraction-prompt.ts";
import { leaveOutSecrets } from "./left-out-secrets.ts";
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
/** Longer texts are cut before they are searched for secrets. */
const SEARCHED_CHARACTERS = 400_000;

/** Puts a turn before a model: the words of both without secrets, the day, and what is kept already. */
export async function extractionRequest(turn: TurnText, doors: RequestDoors): Promise<ExtractionRequest> {
  const { gate, limits } = doors;
  const person = await leaveOutSecrets(ends(turn.person, SEARCHED_CHARACTERS), gate);
  const agent = await leaveOutSecrets(ends(turn.agent, SEARCHED_CHARACTERS), gate);
  const kept = await keptMemories(`${person.text}\n${agent.text}`, doors);
  const personWords = ends(person.text, PERSON_CHARACTERS);
  const system = extractionPrompt(limits);
  const prompt = [
    `The turn was on ${dayOf(turn.at)}.`,
    fenced({
      memories: kept.manifest.text === "" ? "(none yet)" : kept.manifest.text,
      person: personWords,
      agent: ends(agent.text, TURN_CHARACTERS - personWords.length),
    }),
  ].join("\n\n");
  const ask = { system, prompt, maxTokens: ANSWER_TOKENS };
  return {
    ask,
    askAgain: { ...ask, prompt: `${prompt}\n\n${unusableAnswer}` },
    shown: [system, kept.manifest.text, unusableAnswer],
    versions: kept.versions,
    secretKinds: [...person.kinds, ...agent.kinds],
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

/** Beginning and end of a text that is too long. */
function ends(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.max(0, Math.floor(longest / 2) - 4);
  // Half a surrogate pair at the seam would not survive the way to the server.
  return wellFormed(`${text.slice(0, half)}\n[…]\n${half === 0 ? "" : text.slice(-half)}`);
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
