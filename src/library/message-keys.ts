import { createHash } from "node:crypto";
import type { ModelMessage } from "ai";

/**
 * What each message is known by in a later call, which may hold a copy of it: what it says, and how often that was
 * said before. Undefined for those that nothing is ever added to.
 */
export function messageKeys(messages: readonly ModelMessage[]): (string | undefined)[] {
  const seen = new Map<string, number>();
  return messages.map(({ role, content }) => {
    if (role !== "user" && role !== "tool") return undefined;
    const said = digest(JSON.stringify([role, withoutBytes(content)]));
    const times = (seen.get(said) ?? 0) + 1;
    seen.set(said, times);
    return `${times} ${said}`;
  });
}

// As JSON each byte of an attachment would be a property: megabytes take seconds.
function withoutBytes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    return bytesKey(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof ArrayBuffer) return bytesKey(new Uint8Array(value));
  if (Array.isArray(value)) return value.map(withoutBytes);
  // A URL or a date says itself what it is.
  if ("toJSON" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutBytes(part)]));
}

function bytesKey(bytes: Uint8Array): object {
  return { bytes: bytes.length, sha256: digest(bytes) };
}

function digest(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64");
}
