/** Where Claude Code keeps what belongs to a path: the name of the folder under `projects/`. */
export interface ClaudeFolderName {
  /** The name; of a long path only its beginning, behind which a hash follows. */
  name: string;
  isWhole: boolean;
}

const mostCharacters = 200;

/** Every character that is no ASCII letter or digit becomes a dash of its own: not reversible, so two paths may share one. */
export function claudeFolderName(path: string): ClaudeFolderName {
  const name = path.replaceAll(/[^A-Za-z0-9]/g, "-");
  return name.length <= mostCharacters
    ? { name, isWhole: true }
    : { name: `${name.slice(0, mostCharacters)}-`, isWhole: false };
}

/** Whether a folder of that name may belong to the path. */
export function isClaudeFolderOf({ name, isWhole }: ClaudeFolderName, folder: string): boolean {
  return isWhole ? folder === name : folder.startsWith(name);
}
