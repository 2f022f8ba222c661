import { join } from "node:path";

import { isMemoryFile } from "../../text/index.ts";

import { attempt } from "../readable.ts";
import { findSecrets } from "./check-secrets.ts";
import { checkStrays } from "./check-strays.ts";
import type { Doctoring } from "./context.ts";
import { finding, unreadableState, type Finding } from "./finding.ts";

const inboxFolders = ["project/inbox", "project/inbox/rejected"] as const;

/** Proposals wait on the disk as memories do: secrets, files that are none, files that nobody can make out. */
export async function checkInbox(doctoring: Doctoring): Promise<Finding[]> {
  const { store, options, inspect } = doctoring;
  const { storage, gate } = store;
  if (!storage.has("project")) return [];
  const found: Finding[] = [];
  const texts: { file: string; text: string }[] = [];
  for (const folder of inboxFolders) {
    found.push(...(await noFiles(inspect.files, storage.locate(folder))));
    const names = await attempt(() => storage.names(folder));
    if (!names.ok) found.push(unreadableState("project", storage.locate(folder), names.error.message));
    for (const name of names.ok ? names.value : []) {
      const read = await attempt(() => storage.read(`${folder}/${name}`));
      if (read.ok && read.value.found)
        texts.push({ file: storage.locate(`${folder}/${name}`), text: read.value.text });
    }
  }
  for (const { file, problem } of (await options.damagedProposals?.()) ?? []) {
    found.push(
      finding("unreadable", {
        scope: "project",
        file,
        message: `It is no proposal: ${problem}.`,
        remedy: "Mend or delete it by hand; nothing of it can be accepted.",
      }),
    );
  }
  for (const [{ file }, secrets] of await findSecrets(gate, texts)) {
    for (const { kind, line } of secrets) {
      found.push(
        finding("secret", {
          scope: "project",
          file,
          line,
          message: `It holds a secret: ${kind}.`,
          remedy: "Take it out of the proposal by hand, or delete the file.",
        }),
      );
    }
  }
  return found;
}

/** Folders, pipes and devices that have the name of a proposal, and strays: lists pass over them. */
async function noFiles(files: Doctoring["inspect"]["files"], folder: string): Promise<Finding[]> {
  const names = await files.names(folder).catch(() => []);
  const strays = checkStrays(new Map(names.map(({ name, kind }) => [name, kind])), {
    scope: "project",
    absolute: folder,
  });
  const odd = names
    .filter(({ name, kind }) => isMemoryFile(name) && (kind === "folder" || kind === "other"))
    .map(({ name, kind }) => {
      const what = kind === "folder" ? "a folder" : "a pipe or a device";
      return unreadableState("project", join(folder, name), `${name} is ${what}, not a proposal.`);
    });
  return [...odd, ...strays];
}
