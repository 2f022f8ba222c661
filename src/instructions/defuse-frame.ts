// As they would begin a line that names a file; a part of a text may end before its colon.
const nameLine = /^(?=[^\S\n]*instructions[^\S\n]+from\b[^\n]*?(?::[^\S\n]*$|(?![\s\S])))/gimu;
const comment = /<(?=!--\s*(?:begin|end)\b)/giu;

/**
 * Makes what looks like a line of ours harmless in the text of a file: the line that names the next file, and
 * the comments around an include. So no file can speak as another.
 */
export function defuseFrame(text: string): string {
  return text.replace(nameLine, "\\").replace(comment, "&lt;");
}
