import { escapeUnseen } from "../text/index.ts";

/** Absolute folders of the memories, in the order they are searched. */
export interface MemoryFolders {
  user: readonly string[];
  /** Empty where no project is open. The first is where saves go. */
  project: readonly string[];
}

/** Which tool changes memories: daybook's own, or Anthropic's `memory`. */
export type MemoryToolKind = "daybook" | "anthropic";

/** What differs with the tool. */
interface ToolWords {
  read: string;
  save: string;
  scope: string;
  write: string;
  update: string;
}

const toolWords: Readonly<Record<MemoryToolKind, ToolWords>> = {
  daybook: {
    read: `Read its file FOLDER/SLUG.md, or Memory with action "read" and its slug`,
    save: `Save with Memory, action "save"`,
    scope: `give scope "project"`,
    write:
      "- name: a short title. description: one line that says when it is useful, as later sessions see only that line.",
    update: "if a line covers it, save with that slug",
  },
  anthropic: {
    read: "view /memories/user/SLUG.md or /memories/project/SLUG.md with the tool memory. What is in these folders stands below; you need not view them first",
    save: "Save with the tool memory, command create",
    scope: "write it below /memories/project",
    write: `- A file begins with a header: "---", then name: (a short title), description: (one line that says when it is useful, as later sessions see only that line), type:, then "---". Without one it is named after its file and described by its first line.`,
    update: "if a line covers it, change that file with str_replace or insert",
  },
};

/** How to use memory: what the model reads before it knows the task. Every sentence is bytes in each request. */
export function memoryGuide({ user, project }: MemoryFolders, tool: MemoryToolKind = "daybook"): string {
  const words = toolWords[tool];
  return `# Memory

You have a long-term memory across sessions: one fact a Markdown file, one line each in an index (MEMORY.md). The indexes were read when this session began; what you save now is for later sessions, you know it already.

${folderLines("User memory, follows the person through every project", user)}
${folderLines("Project memory, for this project only", project)}

An index line is a title, not the fact. When one may bear on the task, read that memory before you act: ${words.read}. A memory was true when it was written: check what it says about code against the code. What the person says now counts more.

## ${words.save}, at once and unasked, what should hold beyond this task
- type user: who the person is, what they know, lasting preferences.
- type feedback: how to work. A correction, and just as much a confirmation: when the person approves of a way of working you chose, keep that too, or you will drift from it.
- type project: decisions, goals, deadlines, who does what and why, where code and git do not show it.
- type reference: where things outside are: trackers, dashboards, servers, documents.
user and feedback are kept in user memory, project and reference in project memory. Feedback that names this repository's code or people belongs to it: ${words.scope}.

## How to write one
${words.write}
- body: the fact or rule first. In feedback and project, then "**Why:**" (the reason given) and "**How to apply:**" (when, where).
- Absolute dates: "by Friday" becomes the date. Names of things as they are. The person's language.
- Update rather than duplicate: ${words.update}. Delete what proved wrong or is to be forgotten.

## Do not save
- what can be derived from code, configuration or git history, or stands in an instruction file (AGENT.md, AGENTS.md, CLAUDE.md);
- details of the task at hand;
- secrets: passwords, keys, tokens.
Asked to save such a thing, do not; ask what of it is not derivable (a reason, a decision, a surprise) and save that.`;
}

function folderLines(title: string, folders: readonly string[]): string {
  if (folders.length === 0) return `- ${title}: none open here`;
  return `- ${title}: ${folders.map((folder) => escapeUnseen(folder)).join(" and ")}`;
}
