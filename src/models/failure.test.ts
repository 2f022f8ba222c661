import { describe, expect, it } from "vitest";
import { connectionFailure, serverFailure, type ServerFacts } from "./failure.ts";

const server: ServerFacts = {
  model: "anthropic/claude-test",
  baseUrl: "https://user:hunter2@api.example:8443/x",
  keyName: "ANTHROPIC_API_KEY",
  key: "sk-secret",
};

describe("what a server's refusal means", () => {
  it.each([
    [400, "input length and `max_tokens` exceed context limit: 1 + 2 > 200000", "too-long"],
    [400, "This model's maximum context length is 8192 tokens", "too-long"],
    [
      400,
      "request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it",
      "too-long",
    ],
    [400, "prompt is too long: 1000001 tokens > 1000000 maximum", "too-long"],
    [400, "foo/bar is not a valid model ID", "unknown-model"],
    [404, "model 'x' not found, try pulling it first", "unknown-model"],
    [404, "", "bad-request"],
    [400, "messages: text content blocks must be non-empty", "bad-request"],
    [402, "Your credit balance is too low", "unauthorized"],
    [403, "no access", "unauthorized"],
    [408, "", "server"],
    [500, "maximum context of patience", "server"],
    [529, "", "overloaded"],
    [429, "input too long for this minute", "rate-limited"],
  ])("%i %s", (status, words, failure) => {
    expect(serverFailure(server, { status, words }).failure).toBe(failure);
  });

  it("is told in one line, without the key, the address's password or an endless text", () => {
    const { message } = serverFailure(server, {
      status: 400,
      words: `key sk-secret\u202e\n\u001b]0;x\u0007 ${"long ".repeat(200)}`,
    });
    expect(message).toContain("api.example:8443 refused the request (400: key [key] ]0;x long");
    expect(message.length).toBeLessThan(500);
    expect(message).not.toMatch(/hunter2|sk-secret|[\p{Cc}\p{Cf}]/u);
  });
});

describe("a connection that failed", () => {
  const coded = (code: string): Error => Object.assign(new Error("low level"), { code });

  it.each([
    ["ECONNREFUSED", "Nothing answers at api.example:8443", false],
    ["ENOTFOUND", "There is no host api.example:8443", false],
    ["ECONNRESET", "failed (ECONNRESET)", true],
    ["UND_ERR_SOCKET", "failed (UND_ERR_SOCKET)", true],
    ["CERT_HAS_EXPIRED", "failed (CERT_HAS_EXPIRED)", false],
  ])("%s", (code, words, retry) => {
    const failed = connectionFailure(
      server,
      new Error("Connection error.", { cause: new TypeError("x", { cause: coded(code) }) }),
    );
    expect(failed.failure).toBe("unreachable");
    expect(failed.message).toContain(words);
    expect(failed.retry).toBe(retry);
  });

  it("is read out of a host with several addresses", () => {
    const both = new AggregateError([coded("ECONNREFUSED"), coded("EHOSTUNREACH")]);
    expect(connectionFailure(server, new TypeError("fetch failed", { cause: both })).message).toContain(
      "Nothing answers",
    );
  });

  it("is told in the words of its innermost cause", () => {
    const error = new Error("Connection error.", {
      cause: new TypeError("fetch failed", { cause: new Error("bad port") }),
    });
    expect(connectionFailure(server, error).message).toContain("failed (bad port)");
  });

  it("is told even when nobody knows why", () => {
    expect(connectionFailure(server, "odd").message).toBe(
      "The connection to api.example:8443 failed (odd). Check the network and try again.",
    );
  });
});
