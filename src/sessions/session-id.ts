import { randomBytes } from "node:crypto";

const FORM = /^\d{8}-\d{6}-[0-9a-f]{4}$/;

/** `YYYYMMDD-HHMMSS-xxxx`: the session's start in UTC and four hexadecimal digits. */
export function newSessionId(now: Date, random: () => Uint8Array = () => randomBytes(2)): string {
  const [day = "", time = ""] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").split("T");
  return `${day}-${time}-${Buffer.from(random()).toString("hex")}`;
}

/** Whether a text has the form of an id; only such a text is made part of a path. */
export function isSessionId(text: string): boolean {
  return FORM.test(text);
}
