/** The index of a memory folder: its one Markdown file that is no memory. */
export const indexName = "MEMORY.md";

/** Whether a file of this name is a memory: every `.md` but the index and hidden ones. */
export function isMemoryFile(name: string): boolean {
  return name.endsWith(".md") && name !== indexName && !name.startsWith(".");
}
