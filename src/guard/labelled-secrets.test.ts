import { describe, expect, it } from "vitest";
import { createSecretGate } from "./secret-gate.ts";

const gate = createSecretGate();

/** Hexadecimal, random-looking but fixed. Made at run time, so that no key-like literal lies in the repository. */
function key(length: number): string {
  let state = 7;
  let made = "";
  while (made.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648;
    made += ((state >> 8) % 16).toString(16);
  }
  return made;
}

const word = ["hunter", "2"].join("");
const mixed = ["abcD", "1234", "efGH", "5678", "ijKL"].join("");

const refused: readonly string[] = [
  `API_KEY_PROD=${key(20)}`,
  `SECRET_KEY_BASE=${key(48)}`,
  `STRIPE_SECRET_V2=${mixed}`,
  `DB_PASSWORD_PROD=${word}xyz`,
  "DB_PASSWORD_PROD=swordfish",
  "password_prod: Tr0ub4dor",
  `api-key-prod: ${key(20)}`,
  `"api_key_prod": "${key(20)}"`,
  `DB_PASSWORD_PROD is ${word}xyz`,
  `DB_PASS_PROD=${word}xyz`,
  "pass: Qwer1234",
  "PASS=Qwer1234",
  `pass: ${word}`,
  `- pass: ${word}`,
  "Pass: Qwer1234",
  "user: admin, pass: Qwer1234",
  `user: admin, pass: ${word}`,
  `user=admin pass=${word}`,
  "login admin, pass: Qwer1234",
  "用户名：admin，pass：Qwer1234",
  'username: admin, pass: "swordfish"',
  "密码已改成 Tr0ub4dor3",
  "密码改成了 Tr0ub4dor3",
  `密码一直是 ${word}`,
  `密码已经改成了 ${word}`,
  `密码换成 ${word} 了`,
  `用 ${word}! 作为密码`,
  `用 ${word} 作为数据库密码`,
  `用“${word}!”当密码`,
  `use ${word} as the password`,
  'Use password "letmein" for staging',
  '使用密码 "letmein" 登录',
  "log in with the password 'letmein'.",
  "mysql -u root -pS3cret123",
  "mysqldump -uroot -p'S3cret123' shop > x.sql",
  `sshpass -p ${word} ssh host`,
  "the passphrase is correct horse battery staple",
  "The passphrase is correct horse battery staple.",
  "passphrase: correct horse battery staple",
  "пароль: Qwerty123!",
  "Пароль: Qwerty123!",
  `the password has been changed to ${word}`,
  "wachtwoord: Qwerty123",
  "MYSQL_ROOT_PASSWORD_STAGING=S3cretRoot",
  `SPRING_DATASOURCE_PASSWORD_DEV: ${word}`,
  `OPENAI_API_KEY_2=${key(20)}`,
  `AUTH_TOKEN_PRODUCTION="${mixed}"`,
  `| DB_PASSWORD_PROD | ${word}xyz |`,
  `**API_KEY_PROD**: \`${key(20)}\``,
  `\`API_KEY_PROD\` is \`${key(20)}\``,
  `\`DB_PASSWORD_PROD=${word}xyz\``,
  `export DB_PASSWORD_PROD='${word}xyz'`,
  `jdbc:x;user=sa;pass=${word};x=1`,
  `http://x.org/?user=a&pass=${word}&x=1`,
  `User: admin / Pass: ${word}`,
  "**pass:** `Qwer1234`",
  '"pass": "Qwer1234"',
  `{"user": "admin", "pass": "${word}"}`,
  `pass: ${word}`,
  "PASS: Qwer1234!",
  "admin pass: Qwer1234",
  "the pass: P@ssw0rd",
  "密码刚刚改成了 Tr0ub4dor3",
  "密码现在已改为：Tr0ub4dor3",
  `密码仍然是 ${word}`,
  `密码已更新为 ${word}xyz`,
  "密码已重置为 Tr0ub4dor3",
  `密码还是 ${word}`,
  `密码变成了 ${word}`,
  `拿 ${word} 当密码`,
  `以 ${word}! 作为登录密码`,
  `把 ${word}! 设为密码`,
  `用 \`${word}!\` 作为密码。`,
  `请用 ${word}! 作为密码登录测试环境`,
  "密码“letmein”",
  "used Tr0ub4dor3 as the staging password.",
  'the password "letmein" works',
  "log in with password “letmein”",
  `password '${word}!' for the admin`,
  'the passphrase is "correct horse battery staple"',
  "The Passphrase for the key is correct horse battery staple",
  "passphrase = correct horse battery staple",
  `mysql -h db.example.org -u root -p${word} shop`,
  "mysql -pS3cret123 -u root",
  "Пароль от базы: Qwerty123!",
  "пароль Qwerty123!",
  `the password has been reset to ${word}`,
  `the password is still ${word}`,
  "recovery phrase: abandon ability able about above absent absorb abstract absurd abuse access accident",
  `API_KEY_PROD:${key(20)}`,
  `apiKeyProd: "${key(20)}"`,
  "passwordProd: Tr0ub4dor",
  'DB_PASSWORD_PROD: "swordfish"',
  "密码已改成「Tr0ub4dor3」",
  "密码已经改为 Tr0ub4dor3，请记住",
  `密码一直都是 ${word}`,
  `密码以前是 ${word}`,
  `密码仍是 ${word}`,
  `密码应该是 ${word}`,
  `密码会改成 ${word}`,
  `密码已经被改成了${word}`,
  "新密码 Tr0ub4dor3",
  `密码：\n${word}`,
  `使用 ${word} 作为密码`,
  `用户名 admin 密码 ${word}`,
  "账号 admin，pass：Qwer1234",
  "pass：Qwer1234",
  "pass = Qwer1234",
  "Use password 'letmein' for staging.",
  'Use the password "letmein" on staging',
  'password "letmein" for staging',
  'passphrase is "letmein now please"',
  "our passphrase: Correct Horse Battery Staple",
  "the wifi passphrase is purple monkey dishwasher banana",
  `"accessTokenStaging": "${mixed}"`,
  `DB_PASSWORD_SERVICE=${word}xyz`,
  `API_KEY_REVIEW=${key(20)}`,
  "密码：\n\nTr0ub4dor3",
  "密码：\n\n```\nTr0ub4dor3\n```",
  `password:\n\n  ${word}\n`,
  `API key:\n\n${key(20)}`,
  `user: admin\npass: ${word}`,
  `my password is\n${word}`,
  `my password is\n${word}\n`,
  `The password for staging is\r\n  ${word}.\r\nIt never changes.`,
  `my password\nis ${word}`,
  `We changed the password to:\n- ${word}\n`,
  `the password is\n\`${word}\`\n`,
  `密码是\n${word}\n`,
  `the API key is\n${key(20)}\n`,
  `use ${word}\nas the password`,
  `For staging use\n${word} as the password.`,
];

const accepted: readonly string[] = [
  "User prefers passing tests: CI green2",
  "用户偏好：pass 是动词",
  "session key: stored in redis7",
  "the token bucket is 100rps",
  "token bucket: 100rps",
  "密码学课程用 RSA2048",
  "密码管理：用 1Password",
  "密码策略：90 天",
  "use Node20 as the password-protected proxy",
  "used `bcrypt2` as password hasher",
  "with OAuth2 as passwordless login",
  "use libsodium2 as our password hashing library",
  "用 zxcvbn4 做密码强度检查",
  "用 bcryptjs3 做密码",
  "type e2e as the test name for password",
  "set HTTP2 as default, password unchanged",
  "账号：admin，密码见 Vault",
  "user story: pass=green in CI2",
  "account: staging; pass: see wiki2",
  "用户：张三 pass=3",
  "password (min 8 chars): required",
  "password_confirmation: required",
  "password_confirmation=must_match2",
  "passwordConfirm: string",
  "password-confirm: Pw2Field",
  "API_KEY_ROTATION_DAYS=90",
  "api-key-v2: deprecated",
  "the secret_key_base in Rails 7.1 is derived",
  "deploy-key-prod is in 1Password",
  "SECRET_SANTA_2024: planned",
  "token_v2 is the new column",
  "token_v2=row.token_v2_2024",
  "API_KEY_TEST=test",
  "API_KEY_TEST=dummy-key-123456789",
  "secret-v2: projects/123456789/secrets/db-pass/versions/4",
  "STRIPE_SECRET_V2 was rotated on 2026-11-29",
  "STRIPE_SECRET_V2: rotated 2026-11-29",
  "MASTER_KEY_PROD -> arn:aws:kms:us-east-1:123456789012:key/alias2024",
  "passwordRef = useRef2",
  "passwordTest: isStrong",
  "tokenProd: see Vault",
  "passTest = runTest2(x)",
  "const passTest = suite2.run",
  "apiKeyProd: process.env.API_KEY_PROD",
  'secretKeyTest = makeKey("2024")',
  "tokenTest: tokenizer2024",
];

describe("labelled secrets", () => {
  it.each(refused)("refuses %j", async (text) => {
    expect(await gate.check(text)).not.toEqual([]);
  });

  it.each(accepted)("lets through %j", async (text) => {
    expect(await gate.check(text)).toEqual([]);
  });

  it("names the line of the label, not of the value below it", async () => {
    expect(await gate.check(`# 登录\n\n密码：\n\n${word}\n`)).toEqual([{ kind: "password", line: 3 }]);
  });

  it("tells a password in a command from one in prose", async () => {
    expect(await gate.check(`mysql -u root -p${word}xyz`)).toEqual([
      { kind: "password on a command line", line: 1 },
    ]);
  });

  it.each([
    "pass=",
    "user: pass: ",
    "user:user:",
    "- pass",
    "pass:\n",
    "API_KEY_",
    "password_a",
    "passphrase is word ",
    "密码：\n\n",
    "密码“",
    "密码现在",
    "用",
    "use abcd1 as the ",
    "mysql -p",
    "redis-cli ",
    "пароль ",
  ])("reads a long text of %j to its end", async (piece) => {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    expect(Array.isArray(await gate.check(text))).toBe(true);
  });
});
