import type { FileOperations, OpenFile } from "./files.ts";

/** What happens at one file operation: it fails with a system code, takes only some bytes, or kills. */
export type Fault = { code: string } | { takes: number } | undefined;

/** Asked before each operation; `path` is the file's (the target's, for a rename or link). */
export type FaultPlan = (operation: string, path: string) => Fault;

/** File operations that fail as planned, for proving what a full or broken disk leaves behind. */
export function createFaultyFiles(base: FileOperations, plan: FaultPlan): FileOperations {
  function check(operation: string, path: string): Fault {
    const fault = plan(operation, path);
    if (fault && "code" in fault)
      throw Object.assign(new Error(`${fault.code}: ${operation} ${path}`), fault);
    return fault;
  }

  async function open(
    path: string,
    how: Parameters<FileOperations["open"]>[1],
    mode?: number,
  ): Promise<OpenFile> {
    check(`open-${how}`, path);
    const file = await base.open(path, how, mode);
    return {
      ...file,
      async write(bytes, offset, length) {
        const fault = check("write", path);
        return file.write(bytes, offset, fault && "takes" in fault ? Math.min(fault.takes, length) : length);
      },
      async sync() {
        check("sync", path);
        await file.sync();
      },
      async truncate(bytes) {
        check("truncate", path);
        await file.truncate(bytes);
      },
      async datasync() {
        check("datasync", path);
        await file.datasync();
      },
    };
  }

  return {
    ...base,
    open,
    async rename(from, to) {
      check("rename", to);
      await base.rename(from, to);
    },
    async link(existing, made) {
      check("link", made);
      await base.link(existing, made);
    },
    async unlink(path) {
      check("unlink", path);
      await base.unlink(path);
    },
    async makeFolder(path, mode) {
      check("make-folder", path);
      return base.makeFolder(path, mode);
    },
    async syncFolder(folder) {
      check("sync-folder", folder);
      await base.syncFolder(folder);
    },
  };
}
