import type { Model } from "../models/index.ts";

/** Tokens of a window that is not known. */
export const usualWindow = 200_000;

/** Stands where a model would be asked that there is none of. */
export const noModel: Model = {
  info: {
    id: "none",
    provider: "none",
    window: usualWindow,
    maxOutput: 0,
    thinking: false,
    signedThinking: false,
    images: false,
    local: true,
  },
  async *stream() {
    yield { type: "error", failure: "bad-request", message: "There is no model to ask." };
  },
};
