/** What tests of daybook itself use, for those who build on it: fakes, and the suites that hold an adapter to its port. */
export { createScriptedModel, modelContract, parseScript } from "../models/index.ts";
export type {
  ModelContractOptions,
  ModelSituation,
  PreparedModel,
  Script,
  ScriptedOptions,
  ScriptSideAnswer,
  ScriptToolCall,
  ScriptTurn,
  SkippableCase,
} from "../models/index.ts";
export { createFaultyFiles, createMemoryStorage, storageContract } from "../storage/index.ts";
export type { Fault, FaultPlan, MemoryStorageOptions, TestApi } from "../storage/index.ts";
