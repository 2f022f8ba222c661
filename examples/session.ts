// A conversation that daybook's own agent holds. Run it: npx tsx examples/session.ts
import { openDaybook } from "daybook";
import { createScriptedModel } from "daybook/testing";

const input = {
  action: "save",
  type: "user",
  name: "answers in Chinese",
  description: "always",
  body: "用中文回答。",
};
const model = createScriptedModel({
  turns: [{ text: "Kept.", tools: [{ name: "Memory", input }] }, { text: "好的。" }],
});

const daybook = await openDaybook({ cwd: process.cwd(), model });
const session = await daybook.createSession();
for await (const event of session.agent.run("Answer me in Chinese.")) {
  if (event.type === "tool-end") console.log(event.display);
  if (event.type === "turn-end") console.log(event.text);
}
await daybook.close();

const [kept] = await daybook.sessions.list();
console.log(kept?.firstPrompt);
