import { dirname, resolve } from "node:path";
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { formatCount } from "../text/index.ts";
import type { InstructionDisk } from "./disk.ts";
import { readText, withoutSecrets, type FileText } from "./file-reader.ts";
import { bareReading, looksLikePath, type IncludeWord } from "./include-words.ts";
import type { InstructionFile, LoadedFile, Section } from "./instruction-file.ts";
import { judgeFile, type JudgedFile, type Refusal } from "./open-file.ts";
import { refuseWritten } from "./refuse-path.ts";
import { scanIncludes, type ScannedText } from "./scan-includes.ts";
import { liesIn, showPath, showWritten, type Territory } from "./territory.ts";

/** What files are read with. */
export interface ExpansionOptions {
  disk: InstructionDisk;
  gate: SecretGate;
  /** Includes within includes; the file that is found by its name is 0. */
  includeDepth: number;
  /** Bytes of one file that are read at most. */
  readBytes: number;
}

/** A file that is found by its name. */
export interface TopFile {
  path: string;
  territory: Territory;
  mayLeaveByLink?: boolean;
}

/** One file on the way from a top file to an include; `above` is the file that includes it. */
interface Reader {
  file: LoadedFile;
  folder: string;
  territory: Territory;
  depth: number;
  above: Reader | null;
}

type Answer = { kind: "text"; text: string; end: number } | { kind: "file"; file: LoadedFile; end: number };

const FILES_AT_MOST = 100;
const BYTES_AT_MOST = 1_048_576;
/** For telling text from code in all files together; a usual file takes a few. */
const SCAN_MILLISECONDS = 3_000;

/**
 * Reads files and puts what they include in its place. It remembers what it has read, so that a real file
 * is loaded once, under whatever name, and that a circle ends.
 */
export class Expansion {
  /** For the person: refusals, misses, what had to be replaced. */
  readonly notices: string[] = [];
  /** In the order they were come upon: loaded files, and others with the reason. */
  readonly seen: (LoadedFile | InstructionFile)[] = [];
  readonly #options: ExpansionOptions;
  readonly #loaded = new Map<string, LoadedFile>();
  readonly #inCircle = new Set<LoadedFile>();
  #scanMilliseconds = SCAN_MILLISECONDS;
  #includes = 0;
  #includedBytes = 0;

  constructor(options: ExpansionOptions) {
    this.#options = options;
  }

  /** The section of a file or of the note in its place; null where there is nothing, or nothing new. */
  async top({ path, territory, mayLeaveByLink = false }: TopFile): Promise<Section | null> {
    const shown = showPath(territory, path);
    const judge = { disk: this.#options.disk, territory, mayLeaveByLink };
    const judged = judgeFile(path, judge);
    const earlier = judged.ok ? this.#earlier(judged.file) : undefined;
    if (earlier !== undefined) {
      if (earlier.shown !== shown) this.#leave(shown, null, `it is the same file as ${earlier.shown}`);
      return null;
    }
    const read = judged.ok ? readText(path, { ...judge, most: this.#options.readBytes }) : judged;
    if (!read.ok) return read.kind === "missing" ? null : this.#refuseTop(shown, read.why);
    const real = read.file.real;
    const folder = dirname(liesIn(territory.root, real) ? real : path);
    const file = this.#remember(read, { shown, includedBy: null });
    await this.#fill({ file, folder, territory, depth: 0, above: null }, read);
    return read.text.trim() === "" ? null : { shown, file };
  }

  #refuseTop(shown: string, why: string): Section {
    this.#leave(shown, null, why);
    this.#tell(`${shown} is not loaded: ${why}.`);
    return { shown, note: `(${shown} is not loaded: ${why}.)` };
  }

  async #fill(reader: Reader, { text, problem }: FileText): Promise<void> {
    const { file } = reader;
    if (problem !== null) {
      this.#tell(`${file.shown}: ${problem}.`);
      file.parts.push({ kind: "text", text: `(${file.shown}: ${problem}.)\n` });
    }
    const scanned = await this.#scan(text);
    let from = 0;
    for (const word of scanned.words) {
      const answer = await this.#include(reader, word, text);
      if (answer === null) continue;
      const { end, ...part } = answer;
      file.parts.push({ kind: "text", text: text.slice(from, word.start) }, part);
      from = end;
    }
    file.parts.push({ kind: "text", text: text.slice(from) });
    if (scanned.problem !== null) {
      const sentence = `${file.shown}: ${scanned.problem}, so some includes stay as they are written.`;
      this.#tell(sentence);
      file.parts.push({ kind: "text", text: `\n(${sentence})\n` });
    }
  }

  async #scan(text: string): Promise<ScannedText> {
    const begun = performance.now();
    const scanned = await scanIncludes(text, this.#scanMilliseconds);
    this.#scanMilliseconds -= performance.now() - begun;
    return scanned;
  }

  async #include(reader: Reader, word: IncludeWord, text: string): Promise<Answer | null> {
    const found = this.#find(reader, word);
    const bare = bareReading(word.readings);
    const end = found.ok ? found.end : bare.end;
    const refuse = (why: string): Answer => {
      const written = showWritten(text.slice(word.start, end));
      this.#leave(written, reader.file.shown, why);
      this.#tell(`${reader.file.shown}: ${written} is not included: ${why}.`);
      return { kind: "text", text: `(${written} is not included: ${why}.)`, end };
    };
    if (!found.ok) {
      if (found.kind !== "refused" && !looksLikePath(word, text)) return null;
      return refuse(found.kind === "missing" ? this.#whyMissing(reader, bare.path, found.why) : found.why);
    }
    const earlier = this.#earlier(found.file);
    if (earlier !== undefined) return { kind: "text", text: this.#pointTo(reader, earlier), end };
    const { includeDepth } = this.#options;
    if (reader.depth >= includeDepth) return refuse(`includes go ${includeDepth} deep, no further`);
    if (this.#includes >= FILES_AT_MOST) return refuse(`${FILES_AT_MOST} files are included already`);
    if (this.#includedBytes >= BYTES_AT_MOST) {
      return refuse(`included files have more than ${formatCount(BYTES_AT_MOST)} bytes already`);
    }
    const loaded = await this.#load(reader, found.path);
    return loaded.ok ? { kind: "file", file: loaded.file, end } : refuse(loaded.why);
  }

  /** The first reading that is a file; else why the word is none. */
  #find(
    { folder, territory }: Reader,
    { readings }: IncludeWord,
  ): { ok: true; file: JudgedFile; path: string; end: number } | Refusal {
    const byWords = refuseWritten(bareReading(readings).path);
    if (byWords !== null) return { ok: false, kind: "refused", why: byWords };
    const refusals: Refusal[] = [];
    for (const reading of readings) {
      const path = resolve(folder, reading.path);
      const judged = judgeFile(path, { disk: this.#options.disk, territory });
      if (judged.ok) return { ok: true, file: judged.file, path, end: reading.end };
      refusals.push(judged);
    }
    const last: Refusal = refusals.at(-1) ?? { ok: false, kind: "missing", why: "it names no file" };
    return (
      refusals.find(({ kind }) => kind === "refused") ??
      refusals.find(({ kind }) => kind === "folder") ??
      last
    );
  }

  // People write paths from the project's root on, and then trust in rules that were never loaded.
  #whyMissing({ folder, territory }: Reader, path: string, why: string): string {
    const place = resolve(folder, path);
    const sentence = why === "there is no such file" ? `there is no ${showPath(territory, place)}` : why;
    const fromRoot = resolve(territory.root, path);
    if (fromRoot === place) return sentence;
    const isThere = judgeFile(fromRoot, { disk: this.#options.disk, territory }).ok;
    return isThere ? `${sentence}; a path begins at the folder of the file it stands in` : sentence;
  }

  #pointTo(reader: Reader, earlier: LoadedFile): string {
    if (earlier === reader.file) return `(${earlier.shown} is this file.)`;
    const circle = [reader.file];
    for (let each = reader.above; each !== null && circle.at(-1) !== earlier; each = each.above) {
      circle.push(each.file);
    }
    if (circle.at(-1) === earlier) this.#nameCircle(circle);
    return `(${earlier.shown} stands above.)`;
  }

  #nameCircle(circle: readonly LoadedFile[]): void {
    const isNamed = circle.some((file) => this.#inCircle.has(file));
    for (const file of circle) this.#inCircle.add(file);
    if (isNamed) return;
    const [last, first] = [circle[0]?.shown, circle.at(-1)?.shown];
    this.#tell(`${first} and ${last} include one another, a circle; each is loaded once.`);
  }

  async #load(reader: Reader, path: string): Promise<{ ok: true; file: LoadedFile } | Refusal> {
    const { territory, depth } = reader;
    const read = readText(path, { disk: this.#options.disk, territory, most: this.#options.readBytes });
    if (!read.ok) return read;
    const safe = await withoutSecrets(read.text, this.#options.gate);
    if (!safe.ok) return safe;
    const file = this.#remember(read, { shown: showPath(territory, path), includedBy: reader.file.shown });
    this.#includes += 1;
    this.#includedBytes += read.text.length;
    if (safe.left.length > 0) this.#tell(secretSentence(file.shown, safe.left));
    const folder = dirname(file.real);
    await this.#fill(
      { file, folder, territory, depth: depth + 1, above: reader },
      { ...read, text: safe.text },
    );
    return { ok: true, file };
  }

  #remember(
    { file: { real, entry }, total, isBeginning }: FileText & { file: JudgedFile },
    { shown, includedBy }: Pick<LoadedFile, "shown" | "includedBy">,
  ): LoadedFile {
    const file: LoadedFile = { shown, real, bytes: total, includedBy, isBeginning, parts: [] };
    for (const key of keysOf({ real, entry })) this.#loaded.set(key, file);
    this.seen.push(file);
    return file;
  }

  #earlier(file: JudgedFile): LoadedFile | undefined {
    for (const key of keysOf(file)) {
      const earlier = this.#loaded.get(key);
      if (earlier !== undefined) return earlier;
    }
    return undefined;
  }

  #leave(path: string, includedBy: string | null, problem: string): void {
    this.seen.push({ path, bytes: null, kept: 0, includedBy, problem });
  }

  #tell(sentence: string): void {
    if (!this.notices.includes(sentence)) this.notices.push(sentence);
  }
}

// Some file systems give every file the inode 0.
function keysOf({ real, entry }: JudgedFile): string[] {
  return entry.inode === 0n ? [real] : [real, `${entry.device}:${entry.inode}`];
}

function secretSentence(shown: string, left: readonly SecretFinding[]): string {
  const lines = left.map(({ kind, line }) => `line ${line} (${kind})`).join(", ");
  return `${shown} holds secrets; left out: ${lines}.`;
}
