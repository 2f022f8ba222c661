import { escapeUnseen } from "../text/index.ts";
import type { ContextSource } from "./source.ts";

/** The place and the clock of a session. */
export interface EnvironmentFacts {
  /** Absolute. */
  cwd: string;
  /** Work tree or folder of the project; absolute. */
  projectRoot: string;
  /** `linux`, `darwin`, `win32`. */
  platform: string;
  now: () => Date;
}

/** Where and when the session takes place. The date is a day, so that the bytes stay the same all day. */
export function createEnvironmentSource(facts: EnvironmentFacts): ContextSource {
  return { name: "environment", placement: "system", load: () => Promise.resolve({ text: describe(facts) }) };
}

function describe({ cwd, projectRoot, platform, now }: EnvironmentFacts): string {
  return [
    "# Environment",
    `Working directory: ${escapeUnseen(cwd)}`,
    ...(projectRoot === cwd ? [] : [`Project: ${escapeUnseen(projectRoot)}`]),
    `Platform: ${platform}`,
    `Date at the start of this session: ${dayOf(now())}`,
  ].join("\n");
}

// The person's calendar day.
function dayOf(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${day}`;
}
