export { DaybookError } from "../errors/index.ts";
export type { ErrorCode, ErrorDetails } from "../errors/index.ts";
