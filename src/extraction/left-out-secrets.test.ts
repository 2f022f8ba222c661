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
    expect(await leaveOutSecrets(text, gate)).toMatchObject({ text, kinds: [], values: [] });
    expect(await leaveOutSecrets("", gate)).toMatchObject({ text: "", kinds: [] });
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
    ["a value below its sentence", `before\nthe staging password is\n${word}\nafter`],
    ["a key below its sentence", `before\nthe API key is\nq8ZkCANARY4Tn2vX7pLm3\nafter`],
    ["a value below its sentence in Chinese", `before\n密码是\n${word}\nafter`],
    ["a string over two lines", `before\nthe password is \`canary-\nPASS-7f39\`\nafter`],
    ["a login over two lines", `before\nuser: admin\npass: ${word}\nafter`],
    ["a half of a key without digits", `before\nsk-abcdefghij0123456789\nCANARYKLMNOPqrstuvwxyz\nafter`],
    ["such a half with words behind it", `sk-abcdefghij0123456789\nCANARYKLMNOPqrstuvwxyz is it, after`],
    ["two strings of one key", `const k = "sk-abcdefghij0123456789" +\n  "CANARYKLMNOPqrstuvwxyz";\nafter`],
  ])("has no part of %s", async (_what, secret) => {
    const { text, kinds } = await leaveOutSecrets(secret, gate);
    expect(text).not.toMatch(/canary|monkey/i);
    expect(text).toContain("after");
    expect(text).toContain("[left out: ");
    expect(kinds.length).toBeGreaterThan(0);
  });

  it("tells the values of what was left out, to look for them in what is kept", async () => {
    const valuesOf = async (text: string) => (await leaveOutSecrets(text, gate)).values;
    expect(await valuesOf(`the staging password is\n${word}\nfor stage.example.org`)).toEqual([word]);
    expect(await valuesOf(`use ${word} as the staging password`)).toEqual([word]);
    expect(await valuesOf(`API_KEY="${key}"`)).toEqual([key]);
    expect(await valuesOf("密码改成了 CANARYx7f39，还是一样")).toEqual(["CANARYx7f39"]);
    expect(await valuesOf("the passphrase is canary horse battery staple fish monkey.")).toEqual([
      "canary horse battery staple fish monkey",
    ]);
    expect(await valuesOf("sk-abcdefghij0123456789\nKLMNOPqrstuvwxyzABCDEF\n")).toEqual([
      "sk-abcdefghij0123456789KLMNOPqrstuvwxyzABCDEF",
      "sk-abcdefghij0123456789",
      "KLMNOPqrstuvwxyzABCDEF",
    ]);
    expect(
      await valuesOf("the token is ghp_AbCdEfGhIjKlMnOp\nQrStUvWxYz0123456789 for stage.example.org"),
    ).toEqual(expect.arrayContaining(["ghp_AbCdEfGhIjKlMnOp", "QrStUvWxYz0123456789"]));
    expect(await valuesOf(pem("CANARYKEYLINECANARY\nCANARYEND=="))).toEqual([
      "CANARYKEYLINECANARY",
      "CANARYEND==",
    ]);
    expect(await valuesOf(pem("CANARYKEYLINE").replaceAll("\n", "\\n"))).toEqual(["CANARYKEYLINE"]);
    expect(await valuesOf("-----BEGIN PRIVATE KEY-----\nCANARYKEYLINECANARY\nThanks")).toEqual([
      "CANARYKEYLINECANARY",
    ]);
  });

  it("is found in a long line by few and small questions, and lets others go on meanwhile", async () => {
    const noise = '{"level":"info","msg":"request done","ms":12},';
    const line = Array.from({ length: 20 }, (_, at) => `${noise.repeat(25)} ${key}${at} `).join("");
    let asked = 0;
    let beats = 0;
    const timer = setInterval(() => (beats += 1), 1);
    const counted = { check: (text: string) => ((asked += text.length), gate.check(text)) };
    const { text, kinds } = await leaveOutSecrets(line, counted);
    clearInterval(timer);
    expect(text).not.toContain("CANARY");
    expect(kinds).toHaveLength(20);
    expect(asked).toBeLessThan(line.length * 80);
    expect(beats).toBeGreaterThan(5);
  });

  it("has none of many", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `API_KEY_${at}=${key}${at}`).join("\n");
    const { text, kinds } = await leaveOutSecrets(many, gate);
    expect(text).not.toContain("CANARY");
    expect(kinds.length).toBeGreaterThan(40);
  });
});
