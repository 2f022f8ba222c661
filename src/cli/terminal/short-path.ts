import { relative } from "node:path";

/** The path as a person would type it: relative where it lies in `cwd`, else as it is. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}
