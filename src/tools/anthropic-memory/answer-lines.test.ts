import { expect, it } from "vitest";
import { answerLines } from "./answer-lines.ts";
import type { MemoryRoot } from "./memory-root.ts";

function fails(): Promise<never> {
  return Promise.reject(new Error("EBADMSG, read /home/somebody/notes.md"));
}

const broken: MemoryRoot = { look: fails, create: fails, edit: fails, remove: fails, rename: fails };

it("tells a foreign error without its words, which name files of this machine, and stays up", async () => {
  const line = JSON.stringify({ id: 1, input: { command: "view", path: "/memories/a.md" } });
  const answers: string[] = [];
  for await (const answer of answerLines(broken, lines(`${line}\n${line}\n`))) answers.push(answer);
  expect(answers).toHaveLength(2);
  expect(JSON.parse(answers[1] ?? "")).toMatchObject({ id: 1, is_error: true });
  expect(answers.join("")).not.toMatch(/somebody|EBADMSG/);
});

async function* lines(text: string): AsyncGenerator<string> {
  yield text;
}
