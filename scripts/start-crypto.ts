/**
 * `node:crypto` for the short way of `recall` and `hook`: to load Node's own takes a tenth of its start, and such a
 * process mostly names a project and a session. What is short it answers itself, with the same bytes; the rest is Node's.
 */
import type { createHash as nodeHash, randomBytes as nodeBytes, randomUUID as nodeUUID } from "node:crypto";
import { shortSha256 } from "./short-sha256.ts";

/** Up to here our own is the quicker one in a process that has just begun. */
const short = 512;

/** The part of a hash that is used. */
interface ShortHash {
  update(content: string | Uint8Array): { digest(encoding: "hex"): string };
}

/** As Node's, for one content and hexadecimal digits. */
export function createHash(name: "sha256"): ShortHash {
  return {
    update(content) {
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
      return {
        digest(encoding) {
          if (bytes.length > short) return nodeCrypto().createHash(name).update(bytes).digest(encoding);
          return shortSha256(bytes);
        },
      };
    },
  };
}

/** As Node's. */
export function randomBytes(size: number): Buffer {
  return nodeCrypto().randomBytes(size);
}

/** As Node's. */
export function randomUUID(): string {
  return nodeCrypto().randomUUID();
}

interface NodeCrypto {
  createHash: typeof nodeHash;
  randomBytes: typeof nodeBytes;
  randomUUID: typeof nodeUUID;
}

function nodeCrypto(): NodeCrypto {
  return process.getBuiltinModule("node:crypto");
}
