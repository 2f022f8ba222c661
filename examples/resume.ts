// A conversation that goes on after a restart. Run it: npx tsx examples/resume.ts
import { openDaybook } from "daybook";

const before = await openDaybook({ cwd: process.cwd() });
const first = before.conversation();
await first.turnEnded({ prompt: "Our invoices are in euro.", answer: "Understood." });
await before.close();

// Another process, another day.
const daybook = await openDaybook({ cwd: process.cwd() });
const [newest] = await daybook.sessions.list();
const memory = await daybook.resumeConversation(newest?.id ?? "latest");
console.log(
  memory.id === first.id,
  memory.messages.map(({ role }) => role),
);

const prompt = "And those for Zurich?";
const messages = [...memory.messages, { role: "user", content: [{ type: "text", text: prompt }] }];
await memory.turnEnded({ prompt, answer: `I know ${messages.length - 1} messages of before.` });
await daybook.close();
console.log((await daybook.sessions.list()).map(({ firstPrompt }) => firstPrompt));
