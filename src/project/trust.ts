import { createHash } from "node:crypto";
import { indexName } from "../text/index.ts";
import type { TrustFile } from "./types.ts";

/**
 * Threat: a repository brings memories that tell the agent what to do. What came with a clone or a pull
 * is held until a person has seen exactly that content; what this machine wrote is trusted as written.
 * Pure functions; where trust is kept (`project.json` in the private home) is not their matter.
 *
 * A fingerprint is 8 hex of the file's name and 40 of its content, so that a changed file can be told
 * from a new one without keeping the text.
 */

/** One shared file and its text. */
export interface SharedText {
  /** Name in `.agent/memory`. */
  name: string;
  text: string;
}

// Old fingerprints serve branches that are switched back to; beyond this the oldest go.
const KEPT = 10_000;

/** Whether this content of this shared memory file was accepted. Not for the index: ask by line. */
export function isTrustedFile(trust: TrustFile | null, name: string, text: string): boolean {
  // A thousand files need no fingerprints where all are trusted.
  return (
    trust?.always === true || isTrustedFingerprint(trust, trust === null ? "" : fingerprintOf(name, text))
  );
}

/** As `isTrustedFile`, of a content whose `fingerprintOf` was kept. */
export function isTrustedFingerprint(trust: TrustFile | null, fingerprint: string): boolean {
  if (trust === null) return false;
  return trust.always === true || setOf(trust.contents).has(fingerprint);
}

/** How lately a content was accepted: the higher the later; -1 for never. */
export function trustedAt(trust: TrustFile | null, { name, text }: SharedText): number {
  return trust?.contents.lastIndexOf(fingerprintOf(name, text)) ?? -1;
}

/**
 * Whether a line of the shared index was accepted. It is trusted line by line, as every merge makes a new
 * whole of it. Blank lines say nothing and always are.
 */
export function isTrustedLine(trust: TrustFile | null, line: string): boolean {
  const text = withoutLineEnd(line);
  if (text.trim() === "") return true;
  if (trust === null) return false;
  return trust.always === true || setOf(trust.lines).has(lineFingerprint(text));
}

/** Whether another content under this name was accepted before: then this one is a change. */
export function isKnownName(trust: TrustFile | null, name: string): boolean {
  const prefix = nameFingerprint(name);
  return trust?.contents.some((fingerprint) => fingerprint.startsWith(prefix)) ?? false;
}

/** Trust that also covers these files; of the index every line. What was trusted stays so. */
export function trustContents(trust: TrustFile | null, files: readonly SharedText[]): TrustFile {
  const isIndex = (file: SharedText): boolean => file.name === indexName;
  const contents = files.filter((file) => !isIndex(file)).map(({ name, text }) => fingerprintOf(name, text));
  const lines = files.filter(isIndex).flatMap(({ text }) => text.split("\n"));
  return trustLines(
    { ...trust, contents: added(trust?.contents, contents), lines: trust?.lines ?? [] },
    lines,
  );
}

/** Trust that also covers these lines of the index. */
export function trustLines(trust: TrustFile, lines: readonly string[]): TrustFile {
  const texts = lines.map(withoutLineEnd).filter((line) => line.trim() !== "");
  return { ...trust, lines: added(trust.lines, texts.map(lineFingerprint)) };
}

/** The older first, each once; the newest position counts. */
function added(known: readonly string[] = [], more: readonly string[]): string[] {
  const fresh = new Set(more);
  return [...known.filter((fingerprint) => !fresh.has(fingerprint)), ...fresh].slice(-KEPT);
}

// One lookup a line would scan all fingerprints; the set is made once for each array.
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(fingerprints: readonly string[]): ReadonlySet<string> {
  const known = sets.get(fingerprints);
  if (known) return known;
  const made = new Set(fingerprints);
  sets.set(fingerprints, made);
  return made;
}

/** What trust keeps of a file: `name` and content together. */
export function fingerprintOf(name: string, text: string): string {
  // A checkout may change line ends; that is no change of content.
  return nameFingerprint(name) + sha256(`file\0${name}\0${text.replaceAll("\r\n", "\n")}`).slice(0, 40);
}

function nameFingerprint(name: string): string {
  return sha256(`name\0${name}`).slice(0, 8);
}

function lineFingerprint(line: string): string {
  return sha256(`line\0${line}`).slice(0, 40);
}

function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n$/, "").replace(/\r$/, "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
