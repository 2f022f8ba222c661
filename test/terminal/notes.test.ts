import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli } from "../journeys/support/real-cli.ts";
import { createChatWorld, type ChatWorld } from "./support/chat.ts";
import { noTerminal } from "./support/tmux.ts";

const operation = {
  op: "create",
  type: "feedback",
  name: "answers",
  description: "how long answers should be",
  body: "Answer in one line.",
  quote: "always answer in one line",
};
const notes = { match: "take the notes", text: JSON.stringify({ operations: [operation] }) };

describe.skipIf(noTerminal() !== null)("notes at a real terminal", () => {
  const cli = realCli();
  let at: ChatWorld;
  beforeEach(async () => void (at = await createChatWorld(cli)));
  afterEach(() => at.remove());

  it("come above the line that is being typed; the end waits for them, and Ctrl-C leaves at once", async () => {
    const turns = [{ text: "Short it is." }, { text: "All is well." }];
    const side = [
      { ...notes, when: "always answer", delayMs: 1_000 },
      { match: "take the notes", text: "{}", delayMs: 60_000 },
    ];
    const pane = await at.chat({ turns, side, given: ["--extract", "auto"] });
    await pane.type("always answer in one line");
    await pane.press("Enter");
    await pane.until("Short it is.");
    await pane.type("how are you");
    const noted = await pane.until(/noted:[\s\S]*› how are you/u);
    expect(noted).toMatch(
      /· noted: feedback "answers" -> answers · undo: \/memory undo[\s\S]*› how are you/u,
    );
    await pane.press("Enter");
    await pane.until("All is well.");
    await pane.press("C-d");
    await pane.until(/waiting for notes of the last turn, up to 20 s[\s\S]*taking notes/u);
    await pane.press("C-c");
    expect(await pane.until(/exit \d/u)).toMatch(/daybook -r \S+ goes on with this session[\s\S]*exit 0/u);
  });
});
