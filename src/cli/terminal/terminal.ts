import { createColors } from "picocolors";
import type { Host, OutputStream } from "../../app/index.ts";
import { sizeOf } from "./size.ts";

export type Colors = ReturnType<typeof createColors>;

/** Where a command speaks. Standard output is its result, standard error what it says about it. */
export interface Terminal {
  /** Writes lines of the result. */
  print(text: string): void;
  /** Writes the result as JSON: then nothing else may go to standard output. */
  json(value: unknown): void;
  /** One sentence for the person, beside the result. */
  notice(text: string): void;
  /** A line beside the result that is no sentence of daybook's: a tool, a file that was read. */
  aside(line: string): void;
  /** The sentence that says why a command failed. */
  problem(text: string): void;
  /** The failure for programs, one line of JSON on standard error. */
  errorJson(value: unknown): void;
  /** Colours for standard output: without effect when it is piped or NO_COLOR is set. */
  readonly colors: Colors;
  /** Colours for standard error. */
  readonly errorColors: Colors;
  /** Cells of a line of standard output; endless when it is piped. */
  readonly width: number;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Lines of standard output can be drawn anew: a terminal that knows cursor moves. */
  readonly canRedraw: boolean;
  /** A person can be asked. */
  readonly canAsk: boolean;
}

export function createTerminal(host: Host): Terminal {
  const { stdout, stderr } = host;
  const isTerminal = stdout.isTTY === true;
  const errorColors = createColors(wantsColor(host, stderr));
  return {
    print: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    notice: (text) => void stderr.write(`${errorColors.yellow("daybook:")} ${text}\n`),
    aside: (line) => void stderr.write(`${line}\n`),
    problem: (text) => void stderr.write(`${errorColors.red("daybook:")} ${text}\n`),
    errorJson: (value) => void stderr.write(`${JSON.stringify(value)}\n`),
    colors: createColors(wantsColor(host, stdout)),
    errorColors,
    get width() {
      return isTerminal ? Math.max(20, sizeOf(stdout).columns) : Number.POSITIVE_INFINITY;
    },
    isTerminal,
    canRedraw: isTerminal && host.env["TERM"] !== "dumb",
    get canAsk() {
      return host.stdin.isTTY === true && stderr.isTTY === true;
    },
  };
}

function wantsColor({ env }: Host, stream: OutputStream): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
