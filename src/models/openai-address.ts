import { isLoopback } from "./loopback-address.ts";

/** Where a compatible server is, and how its parts are reached. */
export interface ServerAddress {
  /** For sentences; without a password. */
  baseUrl: string;
  chat: string;
  models: string;
  /** A name and password in the address, as a header. */
  authorization?: string;
  /** On this machine. */
  isLocal: boolean;
  /** OpenAI's own API. */
  isOfficial: boolean;
}

const OFFICIAL_BASE_URL = "https://api.openai.com/v1";

/**
 * Reads the address of an API, OpenAI's own when absent. People write it with and without `/v1`, with a
 * slash at the end, or whole with `/chat/completions`; an address with another path is taken as it is.
 */
export function serverAddress(baseUrl: string = OFFICIAL_BASE_URL): ServerAddress {
  const url = new URL(baseUrl.trim());
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  const path = url.pathname.replace(/\/+$/, "").replace(/(\/chat\/completions|\/models)$/, "");
  const endpoint = (name: string): string => {
    const whole = new URL(url);
    whole.pathname = `${path === "" ? "/v1" : path}/${name}`;
    return whole.href;
  };
  return {
    baseUrl: url.origin + (path === "" ? "/v1" : path),
    chat: endpoint("chat/completions"),
    models: endpoint("models"),
    isLocal: isLoopback(url.hostname),
    isOfficial: url.hostname === "api.openai.com",
    ...(username + password !== "" && { authorization: basic(username, password) }),
  };
}

function basic(username: string, password: string): string {
  const words = [username, password].map(decoded).join(":");
  return `Basic ${Buffer.from(words).toString("base64")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
