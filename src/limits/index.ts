export { defaultLimits } from "./limits.ts";
export type { Limits } from "./limits.ts";
