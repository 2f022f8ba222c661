import type { Colors } from "../terminal/terminal.ts";

/** Turns a piece of text into what the terminal shows of it; adds no cells. */
export type Paint = (text: string) => string;

/** How the parts of a Markdown text look. */
export interface MarkdownStyles {
  strong: Paint;
  emphasis: Paint;
  deleted: Paint;
  code: Paint;
  link: Paint;
  heading(text: string, depth: number): string;
  /** Rules, bars, addresses: what only frames the words. */
  muted: Paint;
  /**
   * Without colours nothing else tells code from words, so the marks of the source stay:
   * `# `, `**`, backticks.
   */
  keepMarks: boolean;
}

/** How wide the text may be, in cells, and how it looks. */
export interface MarkdownLayout {
  width: number;
  styles: MarkdownStyles;
}

/** Colours where there are any, else the marks of the source. */
export function markdownStyles(colors: Colors): MarkdownStyles {
  const { bold, cyan, dim, italic, strikethrough, underline } = colors;
  return {
    strong: bold,
    emphasis: italic,
    deleted: strikethrough,
    code: cyan,
    link: underline,
    heading: (text, depth) => (depth === 1 ? bold(underline(text)) : bold(text)),
    muted: dim,
    keepMarks: !colors.isColorSupported,
  };
}
