import { describe, expect, it } from "vitest";
import { createSecretGate } from "../guard/index.ts";
import { leaveOutSecrets } from "./left-out-secrets.ts";

const gate = createSecretGate();
const word = ["canary", "PASS", "7f39"].join("-");
const key = `sk-demo-${"0".repeat(24)}CANARY`;
const pem = (lines: string): string => `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----`;

describe("a text without its secrets", () => {
  it("is left alone where there are none", async () => {
    const text = "The host is stage.example.org. 密码见 1Password。";
    expect(await leaveOutSecrets(text, gate)).toEqual({ text, kinds: [] });
    expect(await leaveOutSecrets("", gate)).toEqual({ text: "", kinds: [] });
  });

  it("EXT-06: keeps what stands around them", async () => {
    const { text, kinds } = await leaveOutSecrets(
      `Remember: password for the staging UI: ${word}. The API key is ${key} and the host is stage.example.org.`,
      gate,
    );
    expect(text).toMatch(/^Remember: \[left out: password\]/);
    expect(text).toMatch(/and the host is stage\.example\.org\.$/);
    expect(text).not.toMatch(/canary|CANARY|PASS/);
    expect(kinds).toHaveLength(2);
  });

  it.each([
    ["a private key", `before\n${pem("CANARYKEYLINE")}\nafter`],
    ["a private key in one line", `before ${pem("CANARYKEYLINE").replaceAll("\n", "\\n")}\nafter`],
    [
      "the end of a private key",
      `CANARYKEYLINECANARY\nCANARYKEYLINECANARY\n-----END PRIVATE KEY-----\nafter`,
    ],
    ["a value below its label", `before\npassword:\n  ${word.replace("canary", "CANARY")}\nafter`],
    ["a value in code", `const API_KEY = "${key}";\nafter`],
    ["a value in Chinese", "密码改成了 CANARYx7f39，after 还是一样"],
    ["a value broken over two lines", `key: ${key.slice(0, 28)}\n${key.slice(28)}00CANARY\nafter`],
    ["a phrase of words", "the passphrase is canary horse battery staple fish monkey.\nafter"],
  ])("has no part of %s", async (_what, secret) => {
    const { text, kinds } = await leaveOutSecrets(secret, gate);
    expect(text).not.toMatch(/canary|monkey/i);
    expect(text).toContain("after");
    expect(text).toContain("[left out: ");
    expect(kinds.length).toBeGreaterThan(0);
  });

  it("has none of many", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `API_KEY_${at}=${key}${at}`).join("\n");
    const { text, kinds } = await leaveOutSecrets(many, gate);
    expect(text).not.toContain("CANARY");
    expect(kinds.length).toBeGreaterThan(40);
  });
});
