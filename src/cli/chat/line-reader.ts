import type { InputStream } from "../../app/index.ts";

/** Where the person's lines come from. */
export interface LineReader {
  /** The next line, without its end; null when there are no more. */
  next(): Promise<string | null>;
  /** Runs something that needs the terminal for itself: an editor, a question. */
  suspend<T>(work: () => Promise<T>): Promise<T>;
  /** What was pressed while nobody waited for a line: Ctrl-C or Esc. */
  onInterrupt(listener: () => void): () => void;
  close(): void;
}

/**
 * Lines of piped input. The next one is read only when it is asked for, so each waits for the answer before
 * it; only `\n` ends a line.
 */
export function createPipedLines(
  stream: InputStream,
  onInterrupt: (listener: () => void) => () => void,
): LineReader {
  const lines = splitLines(stream);
  return {
    async next() {
      const { value, done } = await lines.next();
      return done ? null : value;
    },
    suspend: (work) => work(),
    onInterrupt,
    close: () => void lines.return(undefined),
  };
}

async function* splitLines(stream: InputStream): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      yield withoutReturn(line);
    }
  }
  rest += decoder.decode();
  if (rest !== "") yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
