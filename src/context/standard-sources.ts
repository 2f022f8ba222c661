import type { InstructionOptions } from "../instructions/index.ts";
import type { MemoryStore } from "../memory/index.ts";
import { createEnvironmentSource, type EnvironmentFacts } from "./environment.ts";
import { createGitSource } from "./git-snapshot.ts";
import { createInstructionsSource } from "./instructions-source.ts";
import type { MemoryToolKind } from "./memory-guide.ts";
import { createMemorySources } from "./memory-sources.ts";
import { createRoleSource } from "./role.ts";
import type { Environment } from "./run-program.ts";
import type { ContextSource } from "./source.ts";

/** All facts that the standard sources speak of. */
export interface StandardSourceOptions extends EnvironmentFacts {
  /** Null where the session goes without memory. */
  store: Pick<MemoryStore, "indexes"> | null;
  /** Where the indexes go. */
  placement: "system" | "user";
  /** Which tool the guide speaks of; daybook's own when left out. */
  memoryTool?: MemoryToolKind;
  /** Real path of the project's git directory, null outside git. */
  gitDirectory: string | null;
  environment: Environment;
  /** Where instruction files are looked for besides the project, and how; none are read when left out. */
  instructions?: Omit<InstructionOptions, "cwd" | "projectRoot">;
}

/** Everything a session starts with, in the order it is sent. Make a new set for each session. */
export function createStandardSources(options: StandardSourceOptions): ContextSource[] {
  const { store, placement, memoryTool, cwd, projectRoot, gitDirectory, environment, instructions } = options;
  return [
    createRoleSource(),
    createEnvironmentSource(options),
    ...(store === null
      ? []
      : createMemorySources({ store, placement, ...(memoryTool !== undefined && { memoryTool }) })),
    ...(instructions === undefined ? [] : [createInstructionsSource({ ...instructions, cwd, projectRoot })]),
    createGitSource({ cwd, projectRoot, gitDirectory, environment }),
  ];
}
