/**
 * `node:fs/promises` for the short way of `recall` and `hook`: these few are answered at once, as the storage does it.
 * The four threads that would answer them, and the module itself, take a twentieth of Node's start.
 */
import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";

export { constants };

export const access = async (path: string, mode?: number): Promise<void> => accessSync(path, mode);
export const lstat = async (path: string): Promise<unknown> => lstatSync(path);
export const realpath = async (path: string): Promise<string> => realpathSync.native(path);
export const stat = async (path: string): Promise<unknown> => statSync(path);
