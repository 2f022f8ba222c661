import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldSecret } from "./may-hold-secret.ts";
import { createSecretGate } from "./secret-gate.ts";

const gate = createSecretGate();

/** Random-looking but fixed. Put together at run time, so that no key-like literal lies in the repository. */
function key(alphabet: "letters" | "hex" | "upper", length: number, seed = 7): string {
  const characters = {
    letters: "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
    hex: "0123456789abcdef",
    upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  }[alphabet];
  let state = seed;
  let made = "";
  while (made.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648;
    made += characters.charAt((state >> 8) % characters.length);
  }
  return made;
}

const word = ["hunter", "2"].join("");
const uuid = [8, 4, 4, 4, 12].map((length) => key("hex", length)).join("-");
const webToken = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0In0", key("letters", 43)].join(".");

const hits: readonly [text: string, kind: string][] = [
  // Keys with a maker's form.
  [`export GH=${"ghp_"}${key("letters", 36)}`, "GitHub token"],
  [`${"github_pat_"}${key("letters", 22)}_${key("letters", 59)}`, "GitHub token"],
  [`${"gho_"}${key("letters", 36)}`, "GitHub token"],
  [`key ${"sk_live_"}${key("letters", 24)} of the shop`, "Stripe key"],
  [`${"rk_test_"}${key("letters", 24)}`, "Stripe key"],
  [`${"whsec_"}${key("letters", 32)}`, "Stripe webhook secret"],
  [`maps: ${"AIza"}${key("letters", 35)}`, "Google API key"],
  [`${"GOCSPX-"}${key("letters", 28)}`, "Google OAuth secret"],
  [`curl -H 'Authorization: Bearer ${webToken}'`, "JSON web token"],
  [`cookie=${webToken}`, "JSON web token"],
  [`${"sk-proj-"}${key("letters", 48)}`, "API key (sk-...)"],
  [`The API key is ${"sk-demo-"}000000000000000000000000CANARY and`, "API key (sk-...)"],
  [`${"sk-ant-"}api03-${key("letters", 80)}`, "Anthropic key"],
  [`${"sk-"}${key("hex", 32)}`, "API key (sk-...)"],
  [`${"xoxb-"}123456789012-123456789012-${key("letters", 24)}`, "Slack token"],
  [`${"AKIA"}${key("upper", 16)}`, "AWS access key"],
  [`aws_secret_access_key = ${key("letters", 40)}`, "AWS secret key"],
  [`${"glpat-"}${key("letters", 20)}`, "GitLab token"],
  [`${"npm_"}${key("letters", 36)}`, "npm token"],
  [`${"hf_"}${key("letters", 34)}`, "Hugging Face token"],
  [`${"LTAI5t"}${key("letters", 18)}`, "Alibaba Cloud key"],
  [`bot 123456789:${"AA"}${key("letters", 33)}`, "Telegram bot token"],
  [`wrapped ${"ghp_"}${key("letters", 18)}\n  ${key("letters", 18, 9)}`, "GitHub token"],
  // Private keys.
  [`-----BEGIN ${"PRIVATE"} KEY-----\nCANARYKEYLINE\n-----END PRIVATE KEY-----`, "private key"],
  [`-----BEGIN OPENSSH ${"PRIVATE"} KEY-----`, "private key"],
  [`-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIE`, "private key"],
  [`-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----`, "private key"],
  [`---- BEGIN SSH2 ENCRYPTED ${"PRIVATE"} KEY ----`, "private key"],
  // Addresses and command lines.
  [`postgres://app:${word}@db.example.org:5432/shop`, "password in an address"],
  [`https://bob:${word}22@git.example.org/x.git`, "password in an address"],
  [`redis://:${word}@cache:6379`, "password in an address"],
  [`amqp://guest:gu3st@mq/`, "password in an address"],
  [`curl -u admin:${word} https://api.example.org`, "password on a command line"],
  // Prose, English.
  [`the password is ${word}!`, "password"],
  [`The password for the staging UI: canary-PASS-7f39. The host is stage.example.org.`, "password"],
  [`password for prod is ${word}`, "password"],
  [`password (staging): ${word}`, "password"],
  [`the admin password is swordfish.`, "password"],
  [`my password is now "open sesame please"`, "password"],
  [`Password: P@sswurd`, "password"],
  [`**Password:** \`${word}\``, "password"],
  [`pwd: ${word}`, "password"],
  [`pw is ${word}`, "password"],
  [`changed the password to ${word}.`, "password"],
  [`log in as admin with password ${word}`, "password"],
  [`the passphrase is correct-horse-battery-staple`, "password"],
  [`the password is 482913`, "password"],
  [`| password | ${word} |`, "password"],
  [`password:\n  ${word}`, "password"],
  [`Das Passwort ist ${word}`, "password"],
  // Prose, Chinese and others.
  [`密码是 ${word}`, "password"],
  [`密码是${word}，别告诉别人`, "password"],
  [`数据库密码：${word}`, "password"],
  [`登录密码为“${word}”`, "password"],
  [`密码（测试环境）：${word}`, "password"],
  [`账号密码: admin/${word}`, "password"],
  [`密码改成 ${word} 了`, "password"],
  [`口令就是 ${word}`, "password"],
  [`パスワードは${word}です`, "password"],
  [`密钥：${key("letters", 24)}`, "secret key or token"],
  // Assignments.
  [`DB_PASSWORD=${word}`, "password"],
  [`db_pass = "tiger77"`, "password"],
  [`dbPassword: 'tiger77',`, "password"],
  [`"password": "tiger77"`, "password"],
  [`mysql --password=${word}`, "password"],
  [`password = "swordfish"`, "password"],
  [`Server=db;User Id=sa;Password=Str0ng;Encrypt=true`, "password"],
  [`api_key = "${key("letters", 32)}"`, "secret key or token"],
  [`apiKey: ${key("hex", 32)}`, "secret key or token"],
  [`API key for staging is ${key("letters", 24)}`, "secret key or token"],
  [`client_secret=${key("letters", 24)}`, "secret key or token"],
  [`X-Auth-Token: ${key("hex", 40)}`, "secret key or token"],
  [`Authorization: Bearer ${key("letters", 32)}`, "secret key or token"],
  [`{"access_token":"${key("letters", 40)}"}`, "secret key or token"],
  [`AccountKey=${key("letters", 60)}+${key("letters", 20)}/==`, "secret key or token"],
  [`https://api.example.org/x?api_key=${key("letters", 24)}`, "secret key or token"],
  [`api key: ${uuid}`, "secret key or token"],
];

const passes: readonly string[] = [
  `fixed in ${key("hex", 40)}`,
  `commit 4c2da45 broke it`,
  `request ${uuid} failed`,
  `trace id: ${uuid}`,
  `sha256 ${key("hex", 64)}`,
  `sha256:${key("hex", 64)}`,
  `"integrity": "sha512-${key("letters", 86)}=="`,
  `docker://alpine:3.18@sha256:${key("hex", 64)}`,
  `md5 ${key("hex", 32)} of the dump`,
  `min password length 12`,
  `min password length is 12`,
  `minimum password length: 12`,
  `password must be at least 12 characters`,
  `the password is at least 12 characters long`,
  `the password is 12 characters long`,
  `the password field is required`,
  `the password is required`,
  `Password: required`,
  `password is stored in 1Password`,
  `the password is in 1Password`,
  `password: see 1Password`,
  `password must be rotated`,
  `password is rotated every 90 days`,
  `password is hashed with bcrypt12`,
  `password hashing is argon2id`,
  `password is base64`,
  `the password is never logged`,
  `the password is wrong!`,
  `the password is case-sensitive`,
  `the password for staging is in the vault`,
  `password for the s3 bucket: ask Bob`,
  `password reset: use /forgot`,
  `password policy: 12 characters, 2 digits`,
  `password: string;`,
  `password: BinaryLike,`,
  `password: Buffer)`,
  `password?: string`,
  `password=None`,
  `password: z.string().min(8)`,
  `password = getPassword(user1)`,
  `const password = process.env.DB_PASSWORD2`,
  `password: \${{ secrets.DB_PASSWORD }}`,
  `password=$DB_PASSWORD`,
  `password: <password>`,
  `password: ********`,
  `password: xxxx`,
  `password = "your-password-1"`,
  `PASSWORD=example1`,
  `password_hash: argon2id`,
  `pwd: /home/ana/web2`,
  `pwd is ~/src/app2`,
  `pwd: main`,
  `bypass: route2`,
  `密码是必填的`,
  `密码长度至少 12 位`,
  `密码用 bcrypt 加密`,
  `密码是 bcrypt 加密的`,
  `密码存在 1Password 里`,
  `密码：见 1Password`,
  `密码为空`,
  `token budget 61440`,
  `token budget: 61440`,
  `max_tokens: 4096, tokens: 61440`,
  `token: string`,
  `the token is cl100k_base`,
  `token = response.data.accessToken2024`,
  `api_key: your-api-key-goes-here-123`,
  `api_key = "xxxxxxxxxxxxxxxxxxxxxxxx"`,
  `apiKey: process.env.STRIPE_KEY`,
  `api key: see docs/keys-2024-overview.md`,
  `secret: /run/secrets/db-credentials-2024`,
  `primary key: user_profile_20240101`,
  `cache_key: user-profile-v2-2024-01-01`,
  `PublicKeyToken=b77a5c561934e089`,
  `sk-learn-pipeline-configuration-notes`,
  `use sk_live_... keys in production`,
  `${"sk_live_"}${"x".repeat(24)}`,
  `${"AKIA"}IOSFODNN7EXAMPLE`,
  `keys begin with ghp_ or github_pat_`,
  `postgres://app:<password>@db/shop`,
  `postgres://app:$PASSWORD@db/shop`,
  `postgres://app:\${PASSWORD}@db/shop`,
  `postgres://app:***@db/shop`,
  `postgresql://user:password@localhost:5432/shop`,
  `read /etc/passwd -> "no such line"`,
  `git@github.com:acme/web-shop.git`,
  `http://localhost:3000/@scope/name`,
  `ssh://git@example.org:22/repo.git`,
  `the gate refuses private key blocks`,
  `docs/2026-11-29-rotate-api-keys-and-tokens.md`,
  `commit message 第一行必须以 feat: / fix: / docs: 开头。`,
  `**Why:** 用户要按前缀生成 changelog。`,
  `session 20261129-171500-a1b2`,
  `用户喜欢 pnpm，不要用 npm`,
  `Deploys go to stage.example.org:8443 through deploy-key-rotation`,
];

describe("secret gate", () => {
  it.each(hits)("refuses %s", async (text, kind) => {
    expect(mayHoldSecret(text)).toBe(true);
    expect((await gate.check(text)).map((finding) => finding.kind)).toContain(kind);
  });

  it.each(passes)("lets through %s", async (text) => {
    expect(await gate.check(text)).toEqual([]);
  });

  it("names the line of each finding, in order, each once", async () => {
    const text = `# notes\r\n\r\npassword: ${word}\r\n${"ghp_"}${key("letters", 36)} and ${"ghp_"}${key("letters", 36, 3)}\n`;
    expect(await gate.check(text)).toEqual([
      { kind: "password", line: 3 },
      { kind: "GitHub token", line: 4 },
    ]);
  });

  it("calls a value by its maker's name when it has one", async () => {
    expect(await gate.check(`password = ${"sk_live_"}${key("letters", 24)}`)).toEqual([
      { kind: "Stripe key", line: 1 },
    ]);
  });

  it("never gives the value away", async () => {
    for (const [text] of hits) {
      const told = JSON.stringify(await gate.check(text));
      expect(told).not.toContain(word);
      expect(told).not.toContain(key("letters", 18));
      expect(told).not.toContain(key("hex", 16));
    }
  });

  it("cannot be switched off by a comment in the text", async () => {
    const text = `<!-- secretlint-disable -->\n${"SG."}${key("letters", 22)}.${key("letters", 43)}`;
    const finding = await gate.check(text);
    expect(finding).toContainEqual({ kind: "SendGrid key", line: 2 });
    const shopify = `<!-- secretlint-disable -->\n${"shpat_"}${key("hex", 32)}`;
    expect(await gate.check(shopify)).toEqual([{ kind: "Shopify key", line: 2 }]);
  });

  it("says what its own patterns found even when secretlint cannot be loaded, and else stays closed", async () => {
    const broken = createSecretGate(async () => {
      throw new Error("not installed");
    });
    expect(await broken.check(`the password is ${word}!`)).toEqual([{ kind: "password", line: 1 }]);
    await expect(broken.check("nothing in it")).rejects.toThrow("not installed");
  });

  it("holds for any text around the secret", async () => {
    const secret = `${"ghp_"}${key("letters", 36)}`;
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (before, after) => {
        const found = await gate.check(`${before}\n${secret}\n${after}`);
        expect(found.some(({ kind }) => kind === "GitHub token")).toBe(true);
      }),
    );
  });

  it.each([
    "a",
    "ghp_",
    "eyJ",
    "eyJ.",
    "sk-",
    "sk-a-",
    "://a:",
    "password ",
    "password is ",
    "password for a ",
    "password: ",
    "user a and pass ",
    "credentials: a / ",
    "密码是",
    "token=",
    "-----BEGIN ",
    "A1-",
    "\n",
    " ",
    '"',
  ])("reads a megabyte of %j to its end", async (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(Array.isArray(await gate.check(text))).toBe(true);
  });
});
