export type { HeldMemory, ProjectFile, ProjectIdentity, TrustFile } from "./types.ts";
