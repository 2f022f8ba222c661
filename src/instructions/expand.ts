import { basename, dirname } from "node:path";
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { countBytes } from "../text/index.ts";
import { createBudget, whyNoMoreFiles, whyNoMoreWords, type Budget } from "./budget.ts";
import { defuseFrame } from "./defuse-frame.ts";
import type { InstructionDisk } from "./disk.ts";
import { readText, withoutSecrets, type FileText } from "./file-reader.ts";
import { findInclude } from "./find-include.ts";
import type { IncludeWord } from "./include-words.ts";
import { isInstructionName } from "./find-files.ts";
import { KnownFiles } from "./known-files.ts";
import type { InstructionFile, LoadedFile, Part, Section } from "./instruction-file.ts";
import { judgeFile, type JudgedFile, type Refusal } from "./open-file.ts";
import { scanIncludes, type ScannedText } from "./scan-includes.ts";
import { liesIn, showPath, showWritten, type Territory, type TopFile } from "./territory.ts";

/** What files are read with. */
export interface ExpansionOptions {
  disk: InstructionDisk;
  gate: SecretGate;
  /** Includes within includes; the file that is found by its name is 0. */
  includeDepth: number;
  /** Bytes of one file that are read at most. */
  readBytes: number;
  /** Bytes of names and notes of one territory. */
  frameBytes: number;
}

/** One file on the way from a top file to an include; `above` is the file that includes it. */
interface Reader {
  file: LoadedFile;
  folder: string;
  territory: Territory;
  budget: Budget;
  depth: number;
  above: Reader | null;
}

type Answer = { part: Part; end: number };
type ReadFile = FileText & { file: JudgedFile };

/**
 * Reads files and puts what they include in its place. It remembers what it has read, so that a real file
 * is loaded once, under whatever name, and that a circle ends.
 */
export class Expansion {
  /** In the order they were come upon: loaded files, and others with the reason. */
  readonly seen: (LoadedFile | InstructionFile)[] = [];
  readonly #known = new KnownFiles();
  readonly #options: ExpansionOptions;
  readonly #budgets = new Map<Territory, Budget>();
  readonly #inCircle = new Set<LoadedFile>();

  constructor(options: ExpansionOptions) {
    this.#options = options;
  }

  /** What each territory took and has to say; the last come upon is first. */
  budgets(): Budget[] {
    return [...this.#budgets.values()].toReversed();
  }

  /** Says which files will be loaded, before the first is. */
  announce(places: readonly TopFile[]): void {
    for (const { path, isOwn = false, ...place } of places) {
      const judged = isOwn ? judgeFile(path, { disk: this.#options.disk, ...place }) : null;
      if (judged?.ok === true) this.#known.keepApart(judged.file);
    }
  }

  /** The section of a file or of the note in its place; null where there is nothing, or nothing new. */
  async top({ path, territory, mayLeaveByLink = false }: TopFile): Promise<Section | null> {
    const budget = this.#budgetOf(territory);
    const shown = showPath(territory, path);
    const judge = { disk: this.#options.disk, territory, mayLeaveByLink };
    const judged = judgeFile(path, judge);
    const earlier = judged.ok ? this.#known.loaded(judged.file) : undefined;
    if (earlier !== undefined) {
      if (earlier.shown !== shown)
        this.#leave(budget, { path: shown, problem: `it is the same file as ${earlier.shown}` });
      return null;
    }
    const read = judged.ok ? readText(path, { ...judge, most: this.#options.readBytes }) : judged;
    // A link may give any file of a repository the name that is loaded.
    const safe =
      read.ok && !isInstructionName(basename(read.file.real))
        ? await this.#withoutSecrets(budget, read)
        : read;
    if (!safe.ok) return safe.kind === "missing" ? null : this.#refuseTop(budget, shown, safe.why);
    const { real } = safe.file;
    const folder = dirname(liesIn(territory.root, real) ? real : path);
    const file = this.#remember(safe, { shown, includedBy: null });
    await this.#fill({ file, folder, territory, budget, depth: 0, above: null }, safe);
    return safe.text.trim() === "" ? null : { shown, file };
  }

  #refuseTop(budget: Budget, shown: string, why: string): Section {
    this.#leave(budget, { path: shown, problem: why });
    budget.notices.add(`${shown} is not loaded: ${why}.`);
    return { shown, note: `(${shown} is not loaded: ${why}.)` };
  }

  async #fill(
    reader: Reader,
    { text, problem, left }: FileText & { left?: readonly SecretFinding[] },
  ): Promise<void> {
    const { file, budget } = reader;
    if (problem !== null) this.#say(reader, problem);
    if (left !== undefined && left.length > 0) this.#sayLeft(reader, left);
    const scanned = await this.#scan(budget, text);
    if (scanned.problem !== null)
      this.#say(reader, `${scanned.problem}, so some includes stay as they are written`);
    let from = 0;
    const push = (part: Part, { start, end }: { start: number; end: number }): void => {
      file.parts.push({ kind: "text", text: defuseFrame(text.slice(from, start)) }, part);
      from = end;
    };
    for (const word of scanned.words) {
      const spent = whyNoMoreWords(budget);
      if (spent !== null) {
        const sentence = `includes from here on stay as they are written: ${spent}`;
        const note = this.#note(reader, sentence);
        push({ ...note, text: `${note.text} ` }, { start: word.start, end: word.start });
        break;
      }
      budget.words -= 1;
      const answer = await this.#include(reader, word, text);
      if (answer !== null) push(answer.part, { start: word.start, end: answer.end });
    }
    file.parts.push({ kind: "text", text: defuseFrame(text.slice(from)) });
  }

  /** A note of its own line at the beginning of a file, where no cut takes it. */
  #say(reader: Reader, problem: string): void {
    const part = this.#note(reader, problem);
    reader.file.parts.push({ ...part, text: `${part.text}\n` });
  }

  #note({ file, budget }: Reader, problem: string): { kind: "note"; text: string } {
    file.problems.push(problem);
    budget.notices.add(`${file.shown}: ${problem}.`);
    return { kind: "note", text: `(${file.shown}: ${problem}.)` };
  }

  // The text says it where the lines were.
  #sayLeft({ file, budget }: Reader, left: readonly SecretFinding[]): void {
    const lines = left.map(({ kind, line }) => `line ${line} (${kind})`).join(", ");
    file.problems.push(...left.map(({ kind, line }) => `line ${line} left out (${kind})`));
    budget.notices.add(`${file.shown} holds secrets; left out: ${lines}.`);
  }

  async #scan(budget: Budget, text: string): Promise<ScannedText> {
    const begun = performance.now();
    const scanned = await scanIncludes(text, budget.scanMilliseconds);
    budget.scanMilliseconds -= performance.now() - begun;
    return scanned;
  }

  async #include(reader: Reader, word: IncludeWord, text: string): Promise<Answer | null> {
    const { disk } = this.#options;
    const found = findInclude(word, { ...reader, disk, text });
    if (found.kind === "none") return null;
    const loaded = found.kind === "file" ? await this.#loadOnce(reader, found) : found.why;
    const { end } = found;
    if (typeof loaded !== "string") return { part: loaded, end };
    const written = showWritten(text.slice(word.start, end));
    const sentence = `${written} is not included: ${loaded}.`;
    this.#leave(reader.budget, { path: written, includedBy: reader.file.shown, problem: loaded });
    reader.budget.notices.add(`${reader.file.shown}: ${sentence}`);
    return { part: this.#charged(reader.budget, `(${sentence})`), end };
  }

  /** The file or a note that points to it; a string is the reason why it is not loaded. */
  async #loadOnce(
    reader: Reader,
    { file, path }: { file: JudgedFile; path: string },
  ): Promise<Part | string> {
    const earlier = this.#known.loaded(file);
    if (earlier !== undefined) return this.#charged(reader.budget, this.#pointTo(reader, earlier));
    if (this.#known.isApart(file)) {
      return this.#charged(reader.budget, `(${showPath(reader.territory, path)} has a place of its own.)`);
    }
    const { includeDepth } = this.#options;
    if (reader.depth >= includeDepth) return `includes go ${includeDepth} deep, no further`;
    const why = this.#known.whyRefused(file) ?? whyNoMoreFiles(reader.budget);
    if (why !== null) return why;
    const loaded = await this.#load(reader, path);
    if (loaded.ok) return { kind: "file", file: loaded.file };
    this.#known.refuse(file, loaded.why);
    return loaded.why;
  }

  async #load(reader: Reader, path: string): Promise<{ ok: true; file: LoadedFile } | Refusal> {
    const { territory, depth, budget } = reader;
    budget.includes -= 1;
    const read = readText(path, { disk: this.#options.disk, territory, most: this.#options.readBytes });
    if (!read.ok) return read;
    budget.includedBytes -= read.text.length;
    const safe = await this.#withoutSecrets(budget, read);
    if (!safe.ok) return safe;
    const file = this.#remember(safe, { shown: showPath(territory, path), includedBy: reader.file.shown });
    budget.frameBytes -= 2 * countBytes(`<!-- begin ${file.shown} -->\n`);
    const folder = dirname(file.real);
    await this.#fill({ file, folder, territory, budget, depth: depth + 1, above: reader }, safe);
    return { ok: true, file };
  }

  async #withoutSecrets(
    budget: Budget,
    read: ReadFile,
  ): Promise<(ReadFile & { left: SecretFinding[] }) | Refusal> {
    const begun = performance.now();
    const safe = await withoutSecrets(read.text, {
      gate: this.#options.gate,
      milliseconds: budget.gateMilliseconds,
    });
    budget.gateMilliseconds -= performance.now() - begun;
    return safe.ok ? { ...read, ...safe } : safe;
  }

  #pointTo(reader: Reader, earlier: LoadedFile): string {
    if (earlier === reader.file) return `(${earlier.shown} is this file.)`;
    const circle = [reader.file];
    for (let each = reader.above; each !== null && circle.at(-1) !== earlier; each = each.above) {
      circle.push(each.file);
    }
    if (circle.at(-1) === earlier) this.#nameCircle(reader.budget, circle);
    return `(${earlier.shown} stands above.)`;
  }

  #nameCircle(budget: Budget, circle: readonly LoadedFile[]): void {
    const isNamed = circle.some((file) => this.#inCircle.has(file));
    for (const file of circle) this.#inCircle.add(file);
    if (isNamed) return;
    const [last, first] = [circle[0]?.shown, circle.at(-1)?.shown];
    budget.notices.add(`${first} and ${last} include one another, a circle; each is loaded once.`);
  }

  #remember(
    { file: { real, entry }, total, isBeginning, scale }: ReadFile,
    { shown, includedBy }: Pick<LoadedFile, "shown" | "includedBy">,
  ): LoadedFile {
    const file: LoadedFile = {
      shown,
      real,
      bytes: total,
      includedBy,
      isBeginning,
      scale,
      problems: [],
      parts: [],
    };
    this.#known.load({ real, entry }, file);
    this.seen.push(file);
    return file;
  }

  #budgetOf(territory: Territory): Budget {
    const known = this.#budgets.get(territory);
    if (known !== undefined) return known;
    const budget = createBudget(this.#options);
    this.#budgets.set(territory, budget);
    return budget;
  }

  #charged(budget: Budget, text: string): Part {
    budget.frameBytes -= countBytes(text);
    return { kind: "note", text };
  }

  #leave(
    budget: Budget,
    { path, problem, includedBy = null }: { path: string; problem: string; includedBy?: string | null },
  ): void {
    budget.rows -= 1;
    if (budget.rows < 0) budget.unlisted += 1;
    else this.seen.push({ path, bytes: null, kept: 0, includedBy, problem });
  }
}
