import { sessionContext } from "../../app/index.ts";
import type { SessionContext } from "../../app/index.ts";
import { describeContext } from "../../context/index.ts";
import { countBytes, estimateTokens } from "../../text/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { printContextFiles } from "../context-files.ts";
import { showLine, showText } from "../terminal/show.ts";
import { renderTable, renderTabs } from "../terminal/table.ts";
import type { Column } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ContextGiven {
  placement?: "system" | "user";
  text?: boolean;
}

/** `daybook context`: what a new session in this folder would be told. */
export async function context(command: CommandContext, given: ContextGiven): Promise<number> {
  const { terminal } = command;
  const daybook = await command.open();
  const session = await sessionContext(
    daybook,
    given.placement === undefined ? {} : { placement: given.placement },
  );
  for (const notice of session.notices) terminal.notice(showLine(notice));
  if (command.json) {
    const blocks = session.blocks.map(({ placement, source, text, files }) => ({
      placement,
      source,
      bytes: countBytes(text),
      tokens: estimateTokens(text),
      text,
      ...(files === undefined ? {} : { files }),
    }));
    terminal.json({ blocks, notices: [...daybook.notices, ...session.notices] });
  } else if (given.text === true) printTexts(terminal, session);
  else {
    printRows(terminal, session);
    printContextFiles(terminal, session.blocks);
  }
  return done;
}

function printTexts(terminal: Terminal, { blocks }: SessionContext): void {
  const { bold, dim } = terminal.colors;
  const texts = blocks.map(
    ({ placement, source, text }) => `${bold(source)} ${dim(`· ${placement}`)}\n\n${showText(text)}`,
  );
  terminal.print(texts.join("\n\n"));
}

function printRows(terminal: Terminal, { blocks, window }: SessionContext): void {
  const rows = describeContext(blocks, { window });
  const cells = rows.map(({ placement, source, bytes, tokens, firstWords }) =>
    [placement, source, String(bytes), String(tokens), firstWords].map(showLine),
  );
  if (!terminal.isTerminal) {
    terminal.print(renderTabs(cells).join("\n"));
    return;
  }
  const { bold, cyan, dim } = terminal.colors;
  const columns: Column[] = [
    { paint: dim },
    { paint: cyan },
    { align: "right", dispensable: 1 },
    { align: "right" },
    { paint: dim, flexible: true, dispensable: 2 },
  ];
  const [heading, ...lines] = renderTable(
    columns,
    [["place", "source", "bytes", "~tokens", "first words"], ...cells],
    terminal.width,
  );
  terminal.print([bold(heading ?? ""), ...lines].join("\n"));
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  const share = `about ${tokens} tokens, ${((100 * tokens) / window).toFixed(1)} %`;
  terminal.print(dim(terminal.width < 60 ? share : `${share} of a window of ${window}`));
}
