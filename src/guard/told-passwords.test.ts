import { describe, expect, it } from "vitest";
import { mayHoldSecret } from "./may-hold-secret.ts";
import { createSecretGate } from "./secret-gate.ts";

const gate = createSecretGate();
const odd = ["Kanarie", "77", "xyQ!"].join("-");

const refused: readonly string[] = [
  "Das Passwort ist 4711",
  "La contraseña es 483920",
  "Le mot de passe est 483920, et le login est admin",
  `Das Passwort lautet: ${odd}`,
  `Passwort für staging.example.org: ${odd}`,
  `the password for stage.example.org: ${odd}`,
  `Passwort der Datenbank ist ${odd}`,
  `Das Passwort unserer Datenbank lautet ${odd}`,
  `Das Passwort wurde auf ${odd} geändert`,
  `Le mot de passe, c'est ${odd}`,
  `Le mot de passe du serveur est : ${odd}`,
  `Le mot de passe est maintenant ${odd}`,
  `Le mot de passe a été remplacé par ${odd}`,
  `La contraseña nueva es ${odd}`,
  `La contraseña para el servidor ahora es ${odd}`,
  `La password è stata cambiata in ${odd}`,
  `A senha foi alterada para ${odd}`,
  `パスワードは${odd}です`,
  `비밀번호는 ${odd} 이에요`,
  `user deploy, pass ${odd}`,
  `Zugangsdaten für stage.example.org: deploy / ${odd}`,
];

/** What people say in these languages about passwords and logins without telling one. */
const harmless: readonly string[] = [
  "Das Passwort wird im Tresor verwaltet",
  "Das Passwort ist abgelaufen.",
  "Das Passwort für den Server ist mir unbekannt",
  "Das Passwort ist 2024 geändert worden",
  "Das Passwort ist Base64-kodiert",
  "Das Passwort ist BCrypt-gehasht",
  "Das Passwort wurde auf Wunsch geändert",
  "Das Passwort wurde auf SHA-256 umgestellt",
  "Passwort der Version 2.3 ist veraltet",
  "Passwörter im Klartext sind verboten",
  "Das Kennwort lautet wie immer",
  "Le mot de passe est haché avec bcrypt",
  "Le mot de passe doit avoir 12 caractères",
  "Le mot de passe est stocké dans 1Password",
  "Le mot de passe du compte est expiré.",
  "Le mot de passe, c'est obligatoire",
  "La contraseña ahora es opcional",
  "La contraseña se guarda con SHA-256",
  "La contraseña del usuario está en el vault",
  "Las contraseñas caducan cada 90 días",
  "La password dell'utente è cifrata con AES-256",
  "La password è in Vault",
  "A senha foi alterada para todos",
  "A senha é armazenada no 1Password",
  "パスワードは必須です",
  "パスワードは8文字以上にしてください",
  "パスワードはVaultで管理します",
  "비밀번호는 필수입니다",
  "비밀번호는 8자 이상이어야 합니다",
  "비밀번호는 bcrypt로 해시합니다",
  "The password for v2.3: see the docs",
  "password for node.js is handled by passport.js",
  "user deploy, pass rate 98%",
  "user stories and pass criteria2",
  "accounts: dev / staging2",
  "credentials for AWS: us-east-1 / eu-west-1",
  "login tests: node20 / node22",
];

describe("passwords told in other languages, and those of a login", () => {
  it.each(refused)("are refused: %j", async (text) => {
    expect(mayHoldSecret(text)).toBe(true);
    expect(await gate.check(text)).toEqual([{ kind: "password", line: 1 }]);
  });

  it.each(harmless)("are not seen in %j", async (text) => {
    expect(await gate.check(text)).toEqual([]);
  });
});
