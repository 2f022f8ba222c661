import { readFile, readdir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import type { Host } from "../../app/index.ts";
import { indexName } from "../../text/index.ts";
import { converse } from "./conversation.ts";
import type { Ended, Line } from "./conversation.ts";
import type { Narrator } from "./narrator.ts";
import type { Scratch } from "./scratch.ts";
import { correction, project, request, staging, wish } from "./story.ts";

export interface Story {
  host: Host;
  scratch: Scratch;
  narrator: Narrator;
  /** Stops the story: it then fails. */
  signal: AbortSignal;
}

/** Tells the story and checks each part of it. Fails with `internal` when something did not come true. */
export async function tellStory(story: Story): Promise<void> {
  const { narrator } = story;
  narrator.title("daybook demo: two processes share one memory", [
    "The model's lines are scripted, so no key and no network are needed.",
    "Everything else is real: the processes, the tools, git, the files on disk.",
  ]);
  await firstProcess(story);
  await filesOnDisk(story);
  await secondProcess(story);
  await recalling(story);
  await takingNotes(story);
  sayNext(story);
}

async function firstProcess(story: Story): Promise<void> {
  story.narrator.chapter("A first process is told a standing wish");
  const ended = await talk(story, story.scratch.firstScript, [
    { text: wish.prompt, until: wish.answer },
    { text: "/memory" },
  ]);
  expect(ended.code === 0, `the first process ended with exit code ${ended.code}`, ended);
  expect(ended.output.includes(wish.answer), "the first process did not answer", ended);
}

async function filesOnDisk({ narrator, scratch }: Story): Promise<void> {
  narrator.chapter("That process is gone. What it left is plain Markdown, yours to read and change");
  const folder = join(scratch.home, "memory");
  const names = await readdir(folder).catch(() => [] as string[]);
  expect(names.includes(`${wish.slug}.md`), `no memory was saved in ${folder}`);
  for (const name of [indexName, `${wish.slug}.md`]) {
    narrator.file(join(folder, name));
    const text = await readFile(join(folder, name), "utf8");
    expect(text.includes("commit message 前缀"), `${name} does not hold the memory`);
    for (const line of text.trimEnd().split("\n")) narrator.quoted(line);
  }
}

async function secondProcess(story: Story): Promise<void> {
  story.narrator.chapter("A second process starts. It never saw the first, but the index is in its context");
  await showIndex(story);
  const ended = await talk(story, story.scratch.secondScript, [
    { text: "/context", until: "no request yet" },
    { text: request.prompt },
  ]);
  expect(ended.code === 0, `the second process ended with exit code ${ended.code}`, ended);
  expect(
    ended.output.includes("index:user"),
    "the second process did not have the index in its context",
    ended,
  );
  expect(ended.output.includes(request.command), "the second process did not look at the staged work", ended);
  expect(!ended.output.includes("Bash:"), "git was refused or failed", ended);
  expect(ended.output.includes(request.answer), "the second process did not answer", ended);
}

async function recalling(story: Story): Promise<void> {
  const { narrator, scratch } = story;
  narrator.chapter("What matters to a prompt reaches the model with that very prompt");
  const told = await talk(story, scratch.thirdScript, [{ text: staging.told }]);
  expect(told.code === 0 && told.output.includes(staging.kept), "the third process kept nothing", told);
  narrator.say("   That process is gone too. The next one is asked with other words:");
  const asked = await talk(story, scratch.fourthScript, [
    { text: staging.prompt, until: staging.answer },
    { text: "/memory why" },
  ]);
  expect(asked.code === 0, `the fourth process ended with exit code ${asked.code}`, asked);
  expect(asked.output.includes(`recalled: ${staging.name}`), "the memory was not recalled", asked);
  expect(asked.output.includes(staging.answer), "the fourth process did not answer", asked);
}

async function takingNotes(story: Story): Promise<void> {
  const { narrator, scratch } = story;
  narrator.chapter("A correction is noted by itself, beside the conversation");
  const corrected = await talk(
    story,
    scratch.fifthScript,
    [{ text: correction.told }],
    ["--extract", "auto"],
  );
  expect(corrected.code === 0, `the fifth process ended with exit code ${corrected.code}`, corrected);
  expect(corrected.output.includes(`-> ${correction.slug}`), "the correction was not noted", corrected);
  narrator.say("   Nobody asked for that to be kept. The next process knows it:");
  const asked = await talk(story, scratch.sixthScript, [{ text: correction.prompt }]);
  expect(asked.code === 0 && asked.output.includes(correction.later), "the note was not known", asked);
}

async function showIndex({ host, narrator, scratch, signal }: Story): Promise<void> {
  narrator.command("daybook context --json     (here: the block that holds the index)");
  let printed = "";
  const ended = await converse({
    command: [...host.self, "context", "--json", "--home", scratch.home],
    cwd: scratch.repository,
    env: scratch.env,
    lines: [],
    signal,
    onTyped: () => {},
    onOutput: (line) => (printed += `${line}\n`),
  });
  expect(ended.code === 0, `daybook context ended with exit code ${ended.code}`, ended);
  const index = blockOf(printed, "index:user");
  expect(index.includes(`](${wish.slug}.md)`), "the index is not in the context of a new session", ended);
  for (const line of index.split("\n")) narrator.quoted(line);
}

function blockOf(printed: string, source: string): string {
  const context = JSON.parse(printed.slice(Math.max(0, printed.indexOf("{")))) as {
    blocks: { source: string; text: string }[];
  };
  return context.blocks.find((block) => block.source === source)?.text ?? "";
}

async function talk(
  { host, narrator, scratch, signal }: Story,
  script: string,
  lines: readonly Line[],
  flags: readonly string[] = [],
): Promise<Ended> {
  narrator.command(["daybook --script", basename(script), ...flags].join(" "));
  return converse({
    command: [...host.self, "chat", "--script", script, "--home", scratch.home, ...flags],
    cwd: scratch.repository,
    env: scratch.env,
    lines,
    signal,
    onTyped: ({ text }) => narrator.typed(text, text === wish.prompt ? wish.gloss : undefined),
    onOutput: narrator.quoted,
  });
}

function sayNext({ host, narrator }: Story): void {
  const name = commandName(host);
  narrator.say(
    `That is all there is to it. The scratch folders, ${project.name} and its home, are removed now.`,
  );
  narrator.say("Next, with a real model:");
  narrator.next("export ANTHROPIC_API_KEY=...   (or OPENAI_API_KEY, or --base-url of a local server)");
  const steps = [
    [name, "talk; what is worth keeping is kept"],
    [`${name} list`, "see it (show, edit, rm, undo: correct it)"],
    [`${name} context`, "see what a new session is told"],
    [`${name} --help`, ""],
  ] as const;
  for (const [command, what] of steps) narrator.next(command.padEnd(name.length + 10), what);
}

/** How the person starts it: from a checkout there may be no `daybook` on their path. */
function commandName(host: Host): string {
  const script = relative(host.cwd(), host.self.at(-1) ?? "");
  const isCheckout = !script.startsWith("..") && !script.split(sep).includes("node_modules");
  return isCheckout && script !== "" ? `node ${script}` : "daybook";
}

function expect(truth: boolean, what: string, ended?: Ended): asserts truth {
  if (truth) return;
  const said = ended?.output.trim().split("\n").at(-1) ?? "";
  throw new DaybookError(
    "internal",
    `The demo failed: ${what}.${said === "" ? "" : ` Its last words: ${said}`}`,
  );
}
