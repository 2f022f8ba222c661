import { describe, expect, test } from "vitest";
import { modelContract } from "./contract.ts";
import { createScriptedModel } from "./scripted.ts";

describe("the scripted model keeps the contract", () => {
  modelContract({
    test,
    expect,
    prepare: async ({ turns }) => ({ model: createScriptedModel({ turns }) }),
    skip: {
      "unknown blocks": "a script has no blocks of unknown kinds",
      "busy server": "there is no server that could refuse",
    },
  });
});
