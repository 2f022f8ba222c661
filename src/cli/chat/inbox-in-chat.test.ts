import { describe, expect, it } from "vitest";
import { createInbox, type Inbox, type NewProposal } from "../../extraction/index.ts";
import { createMemoryStore, type MemoryStore } from "../../memory/index.ts";
import { createMemoryStorage } from "../../storage/index.ts";
import { createTerminal } from "../terminal/terminal.ts";
import { hostWith, talk } from "./chat.fixture.ts";
import type { ChatSession } from "./chat-session.ts";
import { inboxCommand } from "./inbox-command.ts";
import type { KeyQuestion } from "./key-question.ts";

const now = () => new Date("2031-03-10T09:00:00Z");

function opened(): { inbox: Inbox; store: MemoryStore } {
  const options = { storage: createMemoryStorage({ now }), gate: { check: async () => [] }, now };
  const store = createMemoryStore(options);
  return { store, inbox: createInbox({ ...options, store }) };
}

function wish(name: string, body = `${name}.\n`): NewProposal {
  return {
    op: "create",
    memory: { type: "feedback", scope: "user", name, description: `when it is about ${name}`, body },
    targets: [],
    reason: "no-quote",
    evidence: { session: "20310310-090000-00ab", n: 7, quote: `${name}, please\u202e` },
  };
}

/** A terminal at which these keys are pressed, one a question. */
function atTerminal(
  inbox: Inbox,
  keys: string,
): { session: ChatSession; out(): string; err(): string; asked: string[] } {
  const written = { out: "", err: "" };
  const host = hostWith("", written);
  const asked: string[] = [];
  const pressed = [...keys];
  const console = {
    async ask<Answer>({ text, answers, refusal }: KeyQuestion<Answer>): Promise<Answer> {
      asked.push(text);
      return answers[pressed.shift() ?? ""] ?? refusal;
    },
  };
  const options = { inbox, host, terminal: createTerminal(host) };
  const session = { options, console, lines: { suspend: (work: () => unknown) => work() } };
  return {
    session: session as unknown as ChatSession,
    out: () => written.out,
    err: () => written.err,
    asked,
  };
}

describe("/memory inbox", () => {
  it("lists over a pipe, shows, accepts and rejects by the beginning of an id", async () => {
    const { inbox, store } = opened();
    await inbox.propose(wish("Use pnpm"));
    await inbox.propose(wish("Quiet tests"));
    const input =
      "/memory inbox\n/memory inbox show use\n/memory inbox accept use\n/memory inbox reject quiet\n/memory inbox\n";
    const { out, code } = await talk({ input, options: { inbox, store } });
    expect(out).toMatch(
      /^use-pnpm-[0-9a-f]{8}\t2031-03-10T09:00:00.000Z\tcreate\tfeedback\tUse pnpm\tno-quote$/m,
    );
    expect(out).toContain("  waits because no words of yours in that turn say it\n");
    expect(out).toContain("  session 20310310-090000-00ab · record 7\n  │ Use pnpm, please\\u{202e}\n");
    expect(out).toContain("+ name: Use pnpm\n");
    expect(out).toContain("created user/use-pnpm · undo: /memory undo\n");
    expect(out).toContain("rejected Quiet tests\n");
    expect(out).toContain("Nothing waits in the inbox.\n");
    expect(code).toBe(0);
    expect((await store.list()).memories.map(({ id }) => id)).toEqual(["user/use-pnpm"]);
  });

  it("goes from one to the next at a terminal, one key each", async () => {
    const { inbox, store } = opened();
    for (const name of ["Alpha rule", "Beta rule", "Gamma rule", "Delta rule", "Epsilon rule"])
      await inbox.propose(wish(name, `${name} only.\n`));
    const { session, asked, out } = atTerminal(inbox, "arsq");
    expect(await inboxCommand([], session)).toEqual({ ok: true });
    expect(asked).toHaveLength(4);
    expect(asked[0]).toContain("a accept · e edit first · r reject · s skip · q leave · 4 more");
    expect((await store.list()).memories.map(({ name }) => name)).toEqual([expect.stringContaining("rule")]);
    expect((await inbox.list()).proposals).toHaveLength(3);
    expect(await inbox.rejected()).toHaveLength(1);
    expect(out()).toContain("created user/");
  });

  it("shows the difference anew where memory was changed since, and asks again", async () => {
    const { inbox, store } = opened();
    await inbox.propose(wish("Use pnpm"));
    await store.save({
      name: "Use pnpm",
      description: "mine",
      type: "feedback",
      body: "Mine.",
      source: "user",
    });
    const refused = atTerminal(inbox, "an");
    await inboxCommand([], refused.session);
    expect(refused.err()).toContain('There is user/use-pnpm already, under the name "Use pnpm".');
    expect(refused.out()).toContain("  - Mine.\n  + Use pnpm.\n");
    expect(refused.out()).toContain("Nothing was changed; it waits on.");
    expect((await store.read("use-pnpm")).body).toBe("Mine.\n");
    const accepted = atTerminal(inbox, "ay");
    await inboxCommand([], accepted.session);
    expect((await store.read("use-pnpm")).body).toBe("Use pnpm.\n");
  });

  it("says what it understands", async () => {
    const { inbox, store } = opened();
    const { err, code } = await talk({
      input: "/memory inbox acept x\n/memory inbox accept\n/memory inbox accept x y\n/memory inbox show x\n",
      options: { inbox, store },
    });
    expect(err).toContain("Did you mean accept?");
    expect(err.match(/Say \/memory inbox, or/g)).toHaveLength(2);
    expect(err).toContain('There is no proposal "x". Nothing waits in the inbox.');
    expect(code).toBe(1);
  });

  it("is not there without memory", async () => {
    const { err } = await talk({ input: "/memory inbox\n" });
    expect(err).toContain("runs without memory (--no-memory)");
  });
});
