import { messageOf } from "../errors/index.ts";
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { countBytes, defuseFence, escapeUnseen } from "../text/index.ts";
import { decodeText } from "./decode.ts";
import type { InstructionDisk } from "./disk.ts";
import { judgeFile, readJudged, type JudgeOptions, type JudgedFile, type Refusal } from "./open-file.ts";
import { withholdSecrets } from "./withhold-secrets.ts";

/** The text of a file, as it may be sent. */
export interface FileText {
  ok: true;
  text: string;
  /** Bytes on disk. */
  total: number;
  /** Bytes on disk that a byte of the text stands for: 2 for ASCII that was UTF-16, less than 1 where unseen characters are spelled out. */
  scale: number;
  isBeginning: boolean;
  /** Half a sentence on what had to be replaced. */
  problem: string | null;
}

/** An editor may replace a file between two looks. */
const TRIES = 3;

/** Judges and reads the beginning of a file, `most` bytes. What nobody would see in it is shown as escapes, what would end its block is defused. */
export function readText(
  path: string,
  options: JudgeOptions & { most: number },
): (FileText & { file: JudgedFile }) | Refusal {
  let outcome: (FileText & { file: JudgedFile }) | Refusal | null = null;
  for (let count = 0; count < TRIES && outcome?.ok !== true; count += 1) {
    const judged = judgeFile(path, options);
    if (!judged.ok) return judged;
    const read = readOnce(judged.file, options);
    outcome = read.ok ? { ...read, file: judged.file } : read;
  }
  return outcome ?? { ok: false, kind: "missing", why: "there is no such file" };
}

function readOnce(
  file: JudgedFile,
  { disk, most }: { disk: InstructionDisk; most: number },
): FileText | Refusal {
  const read = readJudged(disk, file, most);
  if (!read.ok) return read;
  const isBeginning = read.total > read.bytes.length;
  const decoded = decodeText(read.bytes, { isBeginning });
  if (!decoded.ok) return refused(decoded.why);
  const text = defuseFence(escapeUnseen(decoded.text, { keepLines: true }));
  const isLong = isBeginning || text.length > most;
  return {
    ok: true,
    text: isLong ? wholeLines(text.slice(0, most)) : text,
    total: read.total,
    scale: read.bytes.length / Math.max(1, countBytes(text)),
    isBeginning: isLong,
    problem: decoded.problem,
  };
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1) || text;
}

/** A text without the lines that hold secrets; closed when the gate cannot look. */
export async function withoutSecrets(
  text: string,
  options: { gate: SecretGate; milliseconds: number },
): Promise<{ ok: true; text: string; left: SecretFinding[] } | Refusal> {
  try {
    const withheld = await withholdSecrets(text, options);
    return withheld === null
      ? refused("it holds secrets that cannot be parted from the rest")
      : { ok: true, ...withheld };
  } catch (error) {
    return refused(`it could not be searched for secrets (${escapeUnseen(messageOf(error))})`);
  }
}

function refused(why: string): Refusal {
  return { ok: false, kind: "refused", why };
}
