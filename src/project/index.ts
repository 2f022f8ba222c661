export { adoptProject } from "./adopt-project.ts";
export type { Adoption } from "./adopt-project.ts";
export { createGit } from "./git.ts";
export type { Git, GitOptions } from "./git.ts";
export { identifyProject } from "./identify-project.ts";
export { initShared } from "./init-shared.ts";
export type { InitResult } from "./init-shared.ts";
export { openProject } from "./open-project.ts";
export type { OpenedProject } from "./open-project.ts";
export {
  ensureProjectFile,
  parseProjectFile,
  projectFileFor,
  projectFilePath,
  renderProjectFile,
} from "./project-file.ts";
export type { ParsedProjectFile } from "./project-file.ts";
export type { ProjectHome } from "./project-home.ts";
export { acceptShared, readTrust, reviewShared, writeTrust } from "./review-shared.ts";
export type { HeldReview } from "./review-shared.ts";
export { sharedFolder } from "./shared-folder.ts";
export type { SharedFolder } from "./shared-folder.ts";
export { projectFolder } from "./stored-projects.ts";
export { isTrustedFile, isTrustedLine, sharedIndexName, trustContents, trustLines } from "./trust.ts";
export type { SharedText } from "./trust.ts";
export type { HeldMemory, ProjectFile, ProjectIdentity, TrustFile } from "./types.ts";
