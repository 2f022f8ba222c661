export { DaybookError, messageOf, systemCodeOf } from "./errors.ts";
export type { ErrorCode, ErrorDetails } from "./errors.ts";
