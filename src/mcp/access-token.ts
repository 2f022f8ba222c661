import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";

const fileName = "mcp-token";

/**
 * The token that clients over HTTP must show: kept in the home for its person alone, so that what they pasted into
 * their clients goes on working. Made when there is none. Fails with `io` where it can be neither read nor written.
 */
export async function accessToken(home: string): Promise<string> {
  const path = join(home, fileName);
  try {
    const known = await readToken(path);
    if (known !== null) return known;
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeFile(path, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    return (await readToken(path)) ?? "";
  } catch (error) {
    // Another server that begins at the same moment was first.
    if (systemCodeOf(error) === "EEXIST") return (await readToken(path)) ?? accessToken(home);
    throw new DaybookError(
      "io",
      `The token for MCP clients in ${path} cannot be used: ${messageOf(error)}. Mend that, or serve without one by --no-token.`,
      { cause: error },
    );
  }
}

/** Null where there is none; a file that holds something else is a start that a kill cut short, and goes. */
async function readToken(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, "utf8")).trim();
    if (/^[0-9a-f]{64}$/u.test(text)) return text;
    await rm(path);
    return null;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whether an `Authorization` header shows this token. Takes as long for a wrong one as for the right one. */
export function showsToken(header: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+)$/iu.exec(header ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
