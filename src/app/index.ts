export { resolveHome, tildePath } from "./home.ts";
export { processHost } from "./host.ts";
export type { Host, InputStream, OutputStream } from "./host.ts";
export { loadSettings, parseSettings } from "./settings.ts";
export type { LoadedSettings, Settings } from "./settings.ts";
