import { dirname } from "node:path";
import { messageOf } from "../errors/index.ts";
import { escapeUnseen } from "../text/index.ts";
import { isGone, realPathIfAny } from "./disk.ts";
import { matchPlaces, placesOf } from "./place.ts";
import type { Place } from "./place.ts";
import { projectFileFor } from "./project-file.ts";
import { asWriter, filesOf } from "./project-home.ts";
import type { ProjectHome } from "./project-home.ts";
import { sharedFolder } from "./shared-folder.ts";
import {
  memoryNames,
  projectFolder,
  readAllProjects,
  readStoredProject,
  writeProjectFile,
} from "./stored-projects.ts";
import type { KnownProjects } from "./stored-projects.ts";
import { takeOver } from "./take-over.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

/** A project that was recognised, and where its memory lies. */
export interface OpenedProject {
  identity: ProjectIdentity;
  /** Private folder in the home, for storage's root `project`. It need not exist yet. */
  folder: string;
  /** `.agent` of the work tree, for storage's root `shared`; null when there is no shared memory. */
  shared: string | null;
  /** Why a shared memory that is there is not used: a sentence, which is in `notices` too. */
  sharedProblem: string | null;
  /** Whether the home keeps something for it: its `project.json` is there. */
  isKnown: boolean;
  /** Sentences for the person: moved, could be adopted, could not be read. */
  notices: string[];
}

/**
 * Finds what the home keeps for a project, and recognises one that was moved or renamed: its memories
 * are brought over. Nothing else is written. A project seen before costs one small read.
 */
export async function openProject(place: ProjectHome, identity: ProjectIdentity): Promise<OpenedProject> {
  const files = filesOf(place);
  const shared = await sharedFolder({ identity, home: place.home, files });
  const notices = shared.problem === null ? [] : [shared.problem];
  const own = await readStoredProject(files, place.home, identity.id);
  if (own.state === "unreadable") notices.push(unreadableNotice([own]));
  if (own.state === "found") notices.push(...(await noticeOtherContent(place, identity, own.file)));
  if (own.state === "missing" && (await memoryNames(files, place.home, identity.id)).length === 0) {
    notices.push(...(await findOrigin(place, identity)));
  }
  return {
    identity,
    // A project that was just brought over has its file only now.
    isKnown:
      own.state !== "missing" ||
      (await readStoredProject(files, place.home, identity.id)).state !== "missing",
    folder: projectFolder(place.home, identity.id),
    shared: shared.folder,
    sharedProblem: shared.problem === null ? null : escapeUnseen(shared.problem),
    notices: notices.map((notice) => escapeUnseen(notice)),
  };
}

interface Candidate {
  id: string;
  file: ProjectFile;
}

/** A project that is new here may be an old one that moved, or a copy of one. */
async function findOrigin(place: ProjectHome, identity: ProjectIdentity): Promise<string[]> {
  const known = await readAllProjects(filesOf(place), place.home);
  const notices = known.unreadable.length > 0 ? [unreadableNotice(known.unreadable)] : [];
  const related = await relatedProjects(place, identity, known.projects);
  const moved = related.same.length === 1 ? related.same[0] : undefined;
  if (moved && (await leftItsPlace(place, identity, moved.file))) {
    return [...notices, ...(await bringOver(place, identity, moved))];
  }
  return [...notices, ...(await offerAdoption(place, [...related.same, ...related.alike]))];
}

/** `same`: lies where this project lies on the disk. `alike`: shares its first commit. */
async function relatedProjects(
  place: ProjectHome,
  identity: ProjectIdentity,
  projects: readonly Candidate[],
): Promise<{ same: Candidate[]; alike: Candidate[] }> {
  const others = projects.filter(({ id }) => id !== identity.id);
  if (others.length === 0) return { same: [], alike: [] };
  const places = await placesOf(filesOf(place), identity);
  const matchOf = ({ file }: Candidate) => (file.place ? matchPlaces(file.place, places) : "other");
  const commits = others.flatMap(({ file }) => file.firstCommit ?? []);
  const certain = others.filter((candidate) => matchOf(candidate) === "same");
  if (certain.length === 1) return { same: certain, alike: [] };
  const shared = await place.git.knownCommits(identity, [...new Set(commits)]);
  const alike = others.filter(({ file }) => file.firstCommit && shared.has(file.firstCommit));
  const likely = alike.filter((candidate) => matchOf(candidate) === "maybe");
  const same = [...certain, ...likely];
  return { same, alike: alike.filter((candidate) => !same.includes(candidate)) };
}

/** True when nothing but this project can be meant by the old key any more. */
async function leftItsPlace(
  place: ProjectHome,
  identity: ProjectIdentity,
  file: ProjectFile,
): Promise<boolean> {
  const files = filesOf(place);
  if (await isGone(files, file.key, dirname(file.key))) return true;
  // A link left at the old place, another spelling of the same name, or a take-over that was cut short.
  return (await realPathIfAny(files, file.key)) === identity.key;
}

async function bringOver(
  place: ProjectHome,
  identity: ProjectIdentity,
  { id, file }: Candidate,
): Promise<string[]> {
  const count = (await memoryNames(filesOf(place), place.home, id)).length;
  try {
    if (!(await takeOver(place, identity, id))) return [];
  } catch (error) {
    return [`${messageOf(error)} They are still kept as ${id}; daybook project adopt ${id} tries again.`];
  }
  const what = count > 0 ? "; its memories came with it" : "";
  return file.key === identity.key ? [] : [`This project moved from ${file.key} to ${identity.key}${what}.`];
}

/** One line, for the newest of those that have memories; nothing when there is nothing to bring. */
async function offerAdoption(place: ProjectHome, candidates: readonly Candidate[]): Promise<string[]> {
  const newest = candidates.toSorted((left, right) => (left.file.created < right.file.created ? 1 : -1));
  for (const { id, file } of newest) {
    const count = (await memoryNames(filesOf(place), place.home, id)).length;
    if (count === 0) continue;
    const memories = count === 1 ? "one memory is" : `${count} memories are`;
    return [
      `This looks like the project at ${file.key}, for which ${memories} kept. ` +
        `To have them here too: daybook project adopt ${id}`,
    ];
  }
  return [];
}

/**
 * The known id at a new place on the disk: cloned again, restored, or another repository under the old
 * path. Without a common history the trust given to the old content ends.
 */
async function noticeOtherContent(
  place: ProjectHome,
  identity: ProjectIdentity,
  file: ProjectFile,
): Promise<string[]> {
  const places = await placesOf(filesOf(place), identity);
  if (!file.place || places.length === 0 || matchPlaces(file.place, places) !== "other") return [];
  const { projects } = await readAllProjects(filesOf(place), place.home);
  const hidden = projects.filter(
    (other) =>
      other.id !== identity.id && other.file.place && matchPlaces(other.file.place, places) === "same",
  );
  const notices = await offerAdoption(place, hidden);
  try {
    await renewProjectFile(place, identity, places);
  } catch {
    // A home that cannot be written now: the same is found again the next time.
  }
  return notices;
}

async function renewProjectFile(
  place: ProjectHome,
  identity: ProjectIdentity,
  places: readonly Place[],
): Promise<void> {
  const files = filesOf(place);
  await asWriter(place, [identity.id], async () => {
    const stored = await readStoredProject(files, place.home, identity.id);
    if (stored.state !== "found") return;
    const isSame = await hasSameContent(place, { identity, file: stored.file, places });
    const renewed = isSame
      ? { ...stored.file, ...(places[0] ? { place: places[0] } : {}) }
      : await otherContent(place, identity, stored.file);
    await writeProjectFile(place, identity.id, renewed);
  });
}

async function otherContent(
  place: ProjectHome,
  identity: ProjectIdentity,
  file: ProjectFile,
): Promise<ProjectFile> {
  const { trust: _trust, allowedCommands: _allowed, ...rest } = file;
  const facts = await projectFileFor({ identity, git: place.git, now: place.now(), files: filesOf(place) });
  return { ...rest, ...facts, created: file.created };
}

/** The same history, or the same file on a disk that merely got another number (a restart, a container). */
async function hasSameContent(
  place: ProjectHome,
  at: { identity: ProjectIdentity; file: ProjectFile; places: readonly Place[] },
): Promise<boolean> {
  const recorded = at.file.place;
  if (
    recorded?.birth &&
    at.places.some((now) => now.inode === recorded.inode && now.birth === recorded.birth)
  ) {
    return true;
  }
  const first = at.file.firstCommit;
  return typeof first === "string" && (await place.git.knownCommits(at.identity, [first])).has(first);
}

function unreadableNotice(unreadable: KnownProjects["unreadable"]): string {
  const [first, ...more] = unreadable;
  const others = more.length > 0 ? ` ${more.length} more project files cannot be read either.` : "";
  return `${first?.path} was left as it is: ${first?.problem}. Mend or remove it.${others}`;
}
