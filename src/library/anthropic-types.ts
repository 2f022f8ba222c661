import type { MemoryStoreOptions } from "../memory/index.ts";
import type { MemoryHandlers } from "../tools/index.ts";
import type { MemoryConversation } from "./conversation.ts";
import type { OpenDaybook } from "./daybook.ts";

/**
 * What stands behind `/memories`: the memories of a conversation, of an opened daybook, of a store of yours, of a person
 * and a project; or a plain folder.
 */
export type AnthropicMemoryOptions =
  | {
      /**
       * Of `openDaybook`: it is told of each call, so that what the model wrote or viewed is not brought again, stands
       * in its log, and is not noted once more.
       */
      conversation: Pick<MemoryConversation, "id" | "storeOptions" | "addCall">;
    }
  | {
      /** Of `openDaybook`. */
      daybook: Pick<OpenDaybook, "storeOptions">;
      /** Names the evidence in the header of what is saved. */
      session?: string;
    }
  | {
      /** What a store of your own is made of. */
      storeOptions: MemoryStoreOptions;
      /** Names the evidence in the header of what is saved. */
      session?: string;
    }
  | {
      /** A folder that is `/memories` itself; made by the first command. Relative to the process's own. */
      root: string;
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
