import type { Daybook } from "../../app/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { isText, isToolResult, isToolUse } from "../../models/index.ts";
import { exportLog, markdownHead, markdownOf, repairSentence } from "../../sessions/index.ts";
import type { ListedSession, LoggedMessage, RestoredSession } from "../../sessions/index.ts";
import { cutCharacters, oneLine } from "../../text/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { showLine, showText } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writePieces } from "../terminal/write-pieces.ts";
import { listedSession } from "./sessions.ts";

/** `daybook sessions show ID`: the conversation as it would go on, and what was mended in it. */
export async function showSession(context: CommandContext, given: { id: string }): Promise<number> {
  const { terminal, json } = context;
  const { sessions, sessionKeeper } = await context.open();
  const id = await sessionKeeper.find(given.id);
  const session = await sessions.read(id);
  if (json) {
    const messages = session.messages.map(({ n, role, content, from, model }) => ({
      n,
      role,
      content,
      from,
      ...(model === undefined ? {} : { model }),
    }));
    terminal.json({ id, messages, report: session.report });
    return done;
  }
  const listed = (await sessionKeeper.list()).find((one) => one.id === id);
  printSession(terminal, session, listed);
  return done;
}

function printSession(terminal: Terminal, session: RestoredSession, listed: ListedSession | undefined): void {
  const { bold, cyan, dim } = terminal.colors;
  const facts = [
    `last message ${session.lastMessageAt ?? "none"}`,
    ...(session.header === null ? [] : [session.header.cwd]),
    ...(listed?.pinned === true ? ["pinned"] : []),
  ];
  terminal.print(bold(showLine(listed?.title ?? "A session without words")));
  terminal.print(`${cyan(session.id)} ${dim(showLine(`· ${facts.join(" · ")}`))}`);
  const repaired = repairSentence(session.report, session.damagedLines);
  if (repaired !== undefined) terminal.print(dim(repaired));
  if (session.compaction !== null) {
    terminal.print(dim(`earlier turns are summarised; daybook sessions export ${session.id} has them all`));
  }
  for (const message of session.messages) printMessage(terminal, message);
}

function printMessage({ print, colors }: Terminal, { role, content, from }: LoggedMessage): void {
  const beside: string[] = [];
  for (const [index, block] of content.entries()) {
    if (isToolUse(block)) print(colors.dim(`\n· ${short(`${block.name} ${JSON.stringify(block.input)}`)}`));
    else if (isToolResult(block)) print(colors.dim(`  ${short(resultText(block.content))}`));
    else if (!isText(block)) continue;
    else if (role === "assistant") print(`\n${showText(block.text).trimEnd()}`);
    else if (from[index] === "person")
      print(`\n${colors.cyan("›")} ${colors.bold(showText(block.text).trimEnd())}`);
    else if (from[index] === "summary" || from[index] === "attachment")
      print(colors.dim(`\n(${from[index]}: ${short(block.text)})`));
    else beside.push(sourceName(from[index] ?? ""));
  }
  // What daybook gave along is named; its text is for the model.
  if (beside.length > 0) print(colors.dim(`\n(given along: ${[...new Set(beside)].join(", ")})`));
}

/** `recall:user/prefix@4f2a` is known to people as `user/prefix`. */
function sourceName(source: string): string {
  const recalled = /^recall:(.*?)(?:@[^@]*)?$/u.exec(source)?.[1];
  return showLine(recalled === undefined ? source : `recalled ${recalled}`);
}

const SHORT_CHARACTERS = 160;

function short(text: string): string {
  return showLine(cutCharacters(oneLine(text), SHORT_CHARACTERS));
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content
    .map((part: { text?: unknown }) => (typeof part?.text === "string" ? part.text : "…"))
    .join(" ");
}

export interface ExportGiven {
  id: string;
  format?: "md" | "json";
}

/** `daybook sessions export ID --format md|json`: everything that was said, to standard output, piece by piece. */
export async function exportSession(context: CommandContext, given: ExportGiven): Promise<number> {
  if (context.json && given.format === "md") {
    throw new DaybookError("usage", "--format md is Markdown, --json is JSON: give one of them.");
  }
  const daybook = await context.open();
  const { sessionKeeper } = daybook;
  const id = await sessionKeeper.find(given.id);
  const listed = (await sessionKeeper.list()).find((one) => one.id === id);
  if (listed === undefined) throw new DaybookError("not-found", `There is no session ${id} any more.`);
  const form = given.format ?? (context.json ? "json" : "md");
  const pieces = form === "json" ? jsonPieces(daybook, listed) : markdownPieces(daybook, listed);
  await writePieces(context.host.stdout, pieces);
  return done;
}

async function* markdownPieces({ storage }: Daybook, listed: ListedSession): AsyncGenerator<string> {
  const { records } = await exportLog(storage, listed.id);
  let isBegun = false;
  for await (const record of records) {
    if (!isBegun) yield markdownHead(listed, record.type === "session" ? record.cwd : null);
    isBegun = true;
    const text = markdownOf(record);
    if (text !== "") yield text;
  }
  if (!isBegun) yield markdownHead(listed, null);
}

const roles = { user: "user", assistant: "assistant", tool_result: "user" } as const;

async function* jsonPieces({ storage, project }: Daybook, listed: ListedSession): AsyncGenerator<string> {
  const { records, damage } = await exportLog(storage, listed.id);
  const about = JSON.stringify({ ...listedSession(listed), project: project.identity.id });
  yield `${about.slice(0, -1)},"messages":[`;
  let separator = "\n";
  for await (const record of records) {
    if (record.type !== "user" && record.type !== "assistant" && record.type !== "tool_result") continue;
    const { type, n, ts, content, ...rest } = record;
    yield `${separator}${JSON.stringify({ n, ts, role: roles[type], content, ...withoutRaw(rest) })}`;
    separator = ",\n";
  }
  yield `\n],"report":${JSON.stringify(damage())}}\n`;
}

/** The provider's own form says the same again, for its adapter alone. */
function withoutRaw({ raw: _raw, ...rest }: object & { raw?: unknown }): object {
  return rest;
}
