import { describe, expect, it } from "vitest";
import { createTerminal } from "../terminal/terminal.ts";
import { bookOf, hostWith } from "./chat.fixture.ts";
import type { ResumeWish } from "./resume-wish.ts";
import { sessionToResume } from "./session-to-resume.ts";

/** What a chat goes on with in a project without sessions, and what is said. */
async function withoutSessions(wish: ResumeWish | null, canChoose = true) {
  const written = { out: "", err: "" };
  const host = hostWith("", written);
  const choice = await sessionToResume(wish, {
    sessions: bookOf([]),
    host,
    terminal: createTerminal(host),
    canChoose,
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { ...choice, said: written.err };
}

describe("a project without sessions", () => {
  it.each<ResumeWish>([{ kind: "latest" }, { kind: "choose" }, { kind: "id", id: "the cart" }])(
    "begins a new one and says so: %j",
    async (wish) => {
      expect(await withoutSessions(wish)).toEqual({
        id: null,
        left: false,
        said: "daybook: There is no earlier session in this project; this is a new one.\n",
      });
    },
  );

  it("is silent where none was asked for, and fails for words where nobody can choose", async () => {
    expect(await withoutSessions(null)).toEqual({ id: null, left: false, said: "" });
    await expect(withoutSessions({ kind: "id", id: "the cart" }, false)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
