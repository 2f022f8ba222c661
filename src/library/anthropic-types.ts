import type { MemoryStoreOptions } from "../memory/index.ts";
import type { MemoryHandlers } from "../tools/index.ts";

/** What stands behind `/memories`: the memories of a person and a project, a store of yours, or a plain folder. */
export type AnthropicMemoryOptions =
  | {
      /** A folder that is `/memories` itself; made by the first command. Relative to the process's own. */
      root: string;
    }
  | {
      /** A store put together by yourself. */
      store: MemoryStoreOptions;
      /** Names the evidence in the header of what is saved. */
      session?: string;
    }
  | {
      /** The folder whose project it is; the process's own when left out. */
      cwd?: string;
      /** Where daybook keeps everything; found as the command line finds it when left out. */
      home?: string;
      /** Names the evidence in the header of what is saved. */
      session?: string;
    };

/** A text block of the `system` of a request to the Messages API. */
export interface AnthropicSystemBlock {
  type: "text";
  text: string;
  cache_control?: { type: "ephemeral" };
}

/**
 * One method a command, for `betaMemoryTool` of the SDK or a loop of your own. Each gives the text of the result; a
 * refusal is thrown, its sentence for the model.
 */
export interface AnthropicMemory extends MemoryHandlers {
  /**
   * How to use memory, and the indexes: for the `system` of a whole conversation, asked for once, so that a cache
   * holds it. Empty over a plain folder, which the model is told of by Anthropic alone.
   */
  systemBlocks(): Promise<AnthropicSystemBlock[]>;
}
