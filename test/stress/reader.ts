/**
 * A process that reads all the time while others write, and reports what no reader may ever see.
 *
 *     node reader.mjs HOME     (ends when its standard input ends)
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.argv[2] ?? "", "memory");
let running = true;
let looks = 0;
process.stdin.on("end", () => (running = false)).resume();

function look(): void {
  for (const name of names()) {
    if (name.startsWith(".")) continue;
    let text: string;
    try {
      text = readFileSync(join(folder, name), "utf8");
    } catch {
      continue;
    }
    const whole =
      name === "MEMORY.md" ? /^(- \[.*\]\(.*\.md\) — .*\n)+$/ : /^---\n[^]*\n---\n[^]*version \d\n$/;
    if (!whole.test(text)) process.stdout.write(`half ${name} ${JSON.stringify(text.slice(-80))}\n`);
  }
  looks += 1;
}

function names(): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const controller = {
  get running() {
    return running;
  },
};
while (controller.running) {
  look();
  await new Promise((resolve) => setTimeout(resolve, 2));
}
process.stdout.write(`looks ${looks}\n`);
