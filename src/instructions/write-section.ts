import { countBytes, cutBytes, formatCount } from "../text/index.ts";
import type { LoadedFile, Section } from "./instruction-file.ts";

/** A section as it stands in the text. */
export interface WrittenSection {
  text: string;
  /** Of each file that is cut: how many of its bytes are loaded. */
  kept: ReadonlyMap<LoadedFile, number>;
}

/** `most`: bytes of its own text that any file of the section may keep. */
export function writeSection(section: Section, most: number): WrittenSection {
  const kept = new Map<LoadedFile, number>();
  return { text: joinPieces(piecesOf(section, { most, kept })), kept };
}

/** The beginning of a section, in at most so many bytes unless its name takes more. */
export function cutSection(section: Section, bytes: number): WrittenSection {
  const [heading, ...pieces] = piecesOf(section, { most: Infinity, kept: new Map() });
  const note = line(`(${section.shown} is cut here: there is no room for more. Read the file for the rest.)`);
  const begun = heading === undefined ? [] : [heading];
  let room = bytes - begun.reduce((sum, piece) => sum + sizeOf(piece), 0) - sizeOf(note);
  for (const piece of pieces) {
    const fitting = sizeOf(piece) <= room ? piece : beginningOf(piece, room);
    if (fitting.text !== "") begun.push(fitting);
    if (fitting !== piece) break;
    room -= sizeOf(piece);
  }
  return { text: joinPieces([...begun, note]), kept: keptOf(section, begun) };
}

function keptOf(section: Section, pieces: readonly Piece[]): Map<LoadedFile, number> {
  const written = new Map<LoadedFile, number>();
  for (const { file, text } of pieces)
    if (file !== null) written.set(file, (written.get(file) ?? 0) + countBytes(text));
  const kept = new Map<LoadedFile, number>();
  for (const file of "file" in section ? filesOf(section.file) : []) {
    const bytes = written.get(file) ?? 0;
    if (bytes < ownBytes(file) || file.isBeginning) kept.set(file, onDisk(file, bytes));
  }
  return kept;
}

function filesOf(file: LoadedFile): LoadedFile[] {
  return [file, ...file.parts.flatMap((part) => (part.kind === "file" ? filesOf(part.file) : []))];
}

/** A stretch of the text: as it is, or on a line of its own. */
interface Piece {
  text: string;
  isLine: boolean;
  /** Whose own text it is; null for ours. */
  file: LoadedFile | null;
}

interface Writing {
  most: number;
  kept: Map<LoadedFile, number>;
}

function piecesOf(section: Section, writing: Writing): Piece[] {
  const heading = { text: `Instructions from ${section.shown}:\n\n`, isLine: false, file: null };
  return [heading, ...("note" in section ? [line(section.note)] : piecesOfFile(section.file, writing))];
}

function piecesOfFile(file: LoadedFile, writing: Writing): Piece[] {
  const { most, kept } = writing;
  const pieces: Piece[] = [];
  let room = ownBytes(file) <= most ? Infinity : most;
  let written = 0;
  let isCut = false;
  for (const part of file.parts) {
    if (part.kind === "file") {
      const { shown } = part.file;
      pieces.push(
        line(`<!-- begin ${shown} -->`),
        ...piecesOfFile(part.file, writing),
        line(`<!-- end ${shown} -->`),
      );
    } else if (part.kind === "note") {
      if (!isCut) pieces.push({ text: part.text, isLine: false, file: null });
    } else if (!isCut) {
      const bytes = countBytes(part.text);
      const text = bytes <= room ? part.text : wholeLines(part.text, room, written === 0);
      pieces.push({ text, isLine: false, file });
      written += countBytes(text);
      room -= bytes;
      isCut = text.length < part.text.length;
      if (isCut) pieces.push(line(cutNote(file, written)));
    }
  }
  if (file.isBeginning && !isCut) pieces.push(line(cutNote(file, written)));
  if (file.isBeginning || isCut) kept.set(file, onDisk(file, written));
  return pieces;
}

function line(text: string): Piece {
  return { text, isLine: true, file: null };
}

// With the line ends that may come around it.
function sizeOf({ text }: Piece): number {
  return countBytes(text) + 2;
}

function beginningOf(piece: Piece, room: number): Piece {
  return { ...piece, text: piece.file === null ? "" : wholeLines(piece.text, room - 2, true) };
}

function ownBytes({ parts }: LoadedFile): number {
  let bytes = 0;
  for (const part of parts) if (part.kind === "text") bytes += countBytes(part.text);
  return bytes;
}

// People compare it with the size of the file, whatever its text takes here.
function onDisk({ bytes, scale }: LoadedFile, written: number): number {
  return Math.min(bytes, Math.floor(written * scale));
}

// A single line that is longer than all of the room is cut within.
function wholeLines(text: string, room: number, isFirst: boolean): string {
  const beginning = cutBytes(text, room);
  const lines = beginning.slice(0, beginning.lastIndexOf("\n") + 1);
  return lines === "" && isFirst ? beginning : lines;
}

function cutNote(file: LoadedFile, written: number): string {
  const { shown, bytes } = file;
  return `(${shown} is cut here: ${formatCount(onDisk(file, written))} of ${formatCount(bytes)} bytes are loaded. Read the file for the rest.)`;
}

function joinPieces(pieces: readonly Piece[]): string {
  const out: string[] = [];
  let last = "\n";
  // The last piece was a line that is not ended yet; a line end that follows is its own.
  let isOpen = false;
  const add = (text: string): void => {
    out.push(text);
    last = text.charAt(text.length - 1);
  };
  for (const { text, isLine } of pieces) {
    if (text === "") continue;
    if (isLine ? last !== "\n" : isOpen && !text.startsWith("\n")) add("\n");
    add(text);
    isOpen = isLine;
  }
  if (last !== "\n") add("\n");
  return out.join("");
}
