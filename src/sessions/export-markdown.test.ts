import { describe, expect, it } from "vitest";
import { exportLog } from "./export-log.ts";
import { markdownHead, markdownOf } from "./export-markdown.ts";
import { logOf, openKeeping } from "./list.fixture.ts";

const id = "20310301-080000-a1b2";
const at = "2031-03-01T08:00:00.000Z";

async function exported(more: object[], prompt = "what is due?"): Promise<{ text: string; damage: object }> {
  const { put, storage } = openKeeping();
  put(id, `${logOf({ id, at, prompt, more })}{"torn`);
  const { records, damage } = await exportLog(storage, id);
  let text = "";
  for await (const record of records) text += markdownOf(record);
  return { text, damage: damage() };
}

describe("a session as Markdown", () => {
  it("begins with what it is", () => {
    const listed = {
      id,
      created: at,
      lastActive: at,
      title: "a\ntitle \u202e",
      firstPrompt: null,
      bytes: 1,
      pinned: true,
    };
    expect(markdownHead(listed, "/srv/shop")).toBe(
      `# a title \\u{202e}\n\n- session: ${id}\n- began: ${at}\n- last message: ${at}\n- folder: /srv/shop\n- pinned: yes\n`,
    );
    expect(markdownHead({ ...listed, title: null, lastActive: null, pinned: false }, null)).toContain(
      "last message: none",
    );
  });

  it("holds what was said and done, and not what was put beside it", async () => {
    const { text, damage } = await exported([
      {
        type: "assistant",
        ts: at,
        content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }],
        model: "m",
      },
      {
        type: "tool_result",
        ts: at,
        content: [{ type: "tool_result", tool_use_id: "t1", content: "a.txt" }],
        from: ["tool"],
      },
      { type: "compaction", ts: at, summary: "They listed files.", firstKept: 2 },
    ]);
    expect(text).toContain("## Person (2031-03-01T07:59:00.000Z)\n\n> what is due?\n");
    expect(text).toContain("## Agent (2031-03-01T08:00:00.000Z)\n\nTwo things.\n");
    expect(text).toContain('**Bash**\n\n```json\n{\n  "command": "ls"\n}\n```');
    expect(text).toContain("Result:\n\n```\na.txt\n```");
    expect(text).toContain("## Summary of what came before");
    expect(text).not.toContain("AGENT.md");
    expect(damage).toEqual({ tornLines: 1 });
  });

  it("nothing that was said can end its fence, begin a heading or drive a terminal", async () => {
    const result = { type: "tool_result", tool_use_id: "t1", is_error: true, content: "```\n# out\n````" };
    const { text } = await exported(
      [{ type: "tool_result", ts: at, content: [result], from: ["tool"] }],
      "# heading\n```\n\u001b[31mred",
    );
    expect(text).toContain("> # heading\n> ```\n> \\u{1b}[31mred");
    expect(text).toContain("Failed:\n\n`````\n```\n# out\n````\n`````");
  });

  it("says that there is no such session", async () => {
    await expect(exportLog(openKeeping().storage, id)).rejects.toMatchObject({ code: "not-found" });
  });
});
