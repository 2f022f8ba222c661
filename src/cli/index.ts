export { main } from "./main.ts";
export { quickMain } from "./quick-main.ts";
export type { Faces } from "./faces.ts";
