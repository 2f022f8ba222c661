import { messageOf } from "../errors/index.ts";
import type { SecretFinding, SecretGate } from "../guard/index.ts";
import { defuseFence, escapeUnseen } from "../text/index.ts";
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
  isBeginning: boolean;
  /** Half a sentence on what had to be replaced. */
  problem: string | null;
}

/** Of one file; no instruction file is that long, and the budget of all together is far below. */
const READ_BYTES = 262_144;
/** An editor may replace a file between two looks. */
const TRIES = 3;

/** Judges and reads a file. What nobody would see in it is shown as escapes, what would end its block is defused. */
export function readText(path: string, options: JudgeOptions): (FileText & { file: JudgedFile }) | Refusal {
  let outcome: (FileText & { file: JudgedFile }) | Refusal | null = null;
  for (let count = 0; count < TRIES && outcome?.ok !== true; count += 1) {
    const judged = judgeFile(path, options);
    if (!judged.ok) return judged;
    const read = readOnce(options.disk, judged.file);
    outcome = read.ok ? { ...read, file: judged.file } : read;
  }
  return outcome ?? { ok: false, kind: "missing", why: "there is no such file" };
}

function readOnce(disk: InstructionDisk, file: JudgedFile): FileText | Refusal {
  const read = readJudged(disk, file, READ_BYTES);
  if (!read.ok) return read;
  const isBeginning = read.total > read.bytes.length;
  const decoded = decodeText(read.bytes, { isBeginning });
  if (!decoded.ok) return { ok: false, kind: "refused", why: decoded.why };
  const text = defuseFence(escapeUnseen(decoded.text, { keepLines: true }));
  const isLong = isBeginning || text.length > READ_BYTES;
  return {
    ok: true,
    text: isLong ? wholeLines(text.slice(0, READ_BYTES)) : text,
    total: read.total,
    isBeginning: isLong,
    problem: decoded.problem,
  };
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1) || text;
}

/** The text of an included file without the lines that hold secrets; closed when the gate cannot look. */
export async function withoutSecrets(
  text: string,
  gate: SecretGate,
): Promise<{ ok: true; text: string; left: SecretFinding[] } | Refusal> {
  try {
    const withheld = await withholdSecrets(text, gate);
    if (withheld !== null) return { ok: true, ...withheld };
    return { ok: false, kind: "refused", why: "it holds secrets that cannot be parted from the rest" };
  } catch (error) {
    return {
      ok: false,
      kind: "refused",
      why: `it could not be searched for secrets (${escapeUnseen(messageOf(error))})`,
    };
  }
}
