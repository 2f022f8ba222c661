import { describe, expect, it } from "vitest";
import { serverAddress } from "./openai-address.ts";

describe("the address of a server", () => {
  it.each([
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/chat/completions"],
    [" http://127.0.0.1:11434/ ", "http://127.0.0.1:11434/v1/chat/completions"],
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions"],
    ["http://host/v1/chat/completions/", "http://host/v1/chat/completions"],
    ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"],
    ["https://host/v1beta/openai/", "https://host/v1beta/openai/chat/completions"],
    ["https://host/v1?api-version=2", "https://host/v1/chat/completions?api-version=2"],
    [undefined, "https://api.openai.com/v1/chat/completions"],
  ])("%s", (given, chat) => {
    const address = serverAddress(given);
    expect(address.chat).toBe(chat);
    expect(address.models).toBe(chat.replace("chat/completions", "models"));
  });

  it.each([
    ["http://127.0.0.1:1", true],
    ["http://127.9.9.9", true],
    ["http://localhost/v1", true],
    ["http://model.localhost:8080", true],
    ["http://0.0.0.0:8080", true],
    ["http://[::1]:8080", true],
    ["http://[::ffff:127.0.0.1]:8080", true],
    ["http://192.168.1.4:11434", false],
    ["http://localhost.example.com", false],
    ["http://127.0.0.1.example.com", false],
    ["https://api.openai.com/v1", false],
  ])("%s is on this machine: %s", (given, isLocal) => {
    expect(serverAddress(given).isLocal).toBe(isLocal);
  });

  it("keeps a password out of what is shown", () => {
    const address = serverAddress("https://me:se%20cret@host/v1");
    expect(address.authorization).toBe(`Basic ${Buffer.from("me:se cret").toString("base64")}`);
    expect(serverAddress("http://%E0:b@host").authorization).toMatch(/^Basic /);
    expect(address.baseUrl + address.chat + address.models).not.toMatch(/me|cret/);
  });
});
