import { randomBytes } from "node:crypto";

/** `YYYYMMDD-HHMMSS-xxxx`: the session's start in UTC and four hexadecimal digits. */
export function newSessionId(now: Date, random: () => Uint8Array = () => randomBytes(2)): string {
  const [day = "", time = ""] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").split("T");
  return `${day}-${time}-${Buffer.from(random()).toString("hex")}`;
}
