import { escapeUnseen } from "../../text/index.ts";

/** Text of others on one line: line breaks as blanks, what nobody would see as escapes. */
export function showLine(text: string): string {
  return escapeUnseen(text.replaceAll(/\s*[\r\n]+\s*/g, " "));
}

/** Text of others over several lines: what nobody would see, and what would drive the terminal, as escapes. */
export function showText(text: string): string {
  return escapeUnseen(text, { keepLines: true });
}
