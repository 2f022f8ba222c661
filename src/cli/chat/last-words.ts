import { isText, type Block } from "../../models/index.ts";
import type { From } from "../../sessions/index.ts";
import { cutCharacters } from "../../text/index.ts";
import { createMarkdownStream } from "../markdown/markdown-stream.ts";
import { markdownStyles } from "../markdown/styles.ts";
import { wrapPainted } from "../markdown/wrap.ts";
import { withoutColours } from "../terminal/painted.ts";
import { showText } from "../terminal/show.ts";
import type { Colors } from "../terminal/terminal.ts";
import { echoPrompt } from "./console-frame.ts";

/** A message of a conversation that is gone on with. */
export interface EarlierMessage {
  role: "user" | "assistant";
  content: readonly Block[];
  /** One entry a block, where it is known. */
  from?: readonly From[];
}

/** Where a conversation stopped: what was asked last, and what was answered; empty where nothing was. */
export interface LastWords {
  prompt: string;
  answer: string;
}

/** The newest words of the person, and the text behind them. What was put beside the prompt is left out. */
export function lastWords(messages: readonly EarlierMessage[]): LastWords {
  const at = messages.findLastIndex((message) => wordsOf(message) !== "");
  const asked = messages[at];
  const answers = messages.slice(at + 1).filter(({ role }) => role === "assistant");
  const answer = answers.map(({ content }) => textOf(content)).findLast((text) => text !== "");
  return { prompt: asked === undefined ? "" : wordsOf(asked), answer: answer ?? "" };
}

function wordsOf({ role, content, from = [] }: EarlierMessage): string {
  return role === "user" ? textOf(content.filter((_, index) => from[index] === "person")) : "";
}

function textOf(content: readonly Block[]): string {
  const texts = content.filter(isText).map(({ text }) => text.trim());
  return texts.filter((text) => text !== "").join("\n");
}

const PROMPT_LINES = 3;
const ANSWER_LINES = 8;
const PROMPT_CHARACTERS = 300;
const ANSWER_CHARACTERS = 800;

/** The last words as quiet lines of at most `width` cells: the beginning of the prompt, the end of the answer. */
export function showLastWords(
  { prompt, answer }: LastWords,
  { width, colors }: { width: number; colors: Colors },
): string[] {
  const asked = cutCharacters(prompt, PROMPT_CHARACTERS);
  const promptLines = asked === "" ? [] : wrapped(echoPrompt(asked, { ...colors, cyan: String }), width);
  const answerLines = rendered(showText(endOf(answer, ANSWER_CHARACTERS)), { width, colors });
  const shown = [
    ...(promptLines.length > PROMPT_LINES ? [...promptLines.slice(0, PROMPT_LINES), "  …"] : promptLines),
    ...(promptLines.length > 0 && answer !== "" ? [""] : []),
    ...(answer === "" ? [] : lastOf(answerLines, ANSWER_LINES)),
  ];
  return shown.map((line) => (line === "" ? "" : colors.dim(line)));
}

function wrapped(text: string, width: number): string[] {
  return wrapPainted(text, width).split("\n");
}

// Its own colours go: what is over is quiet.
function rendered(text: string, { width, colors }: { width: number; colors: Colors }): string[] {
  const markdown = createMarkdownStream(() => ({ width, styles: markdownStyles(colors) }));
  return [...markdown.push(text).settled, ...markdown.end()].map(withoutColours);
}

function lastOf(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : ["…", ...lines.slice(-most)];
}

/** The end of a text, from the beginning of a line or a word on. */
function endOf(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) return text;
  const end = all.slice(-characters).join("");
  const start = /[\s。！？；，、]/u.exec(end.slice(0, characters >> 2));
  return `…${end.slice(start === null ? 0 : start.index + 1).trimStart()}`;
}
