/** What every secret has that the gate knows: a word that labels it, an address to log in at, or a run that is no word. */
const HINT =
  /pass|pwd|(?<![a-z])pw(?![a-z])|kennwort|contraseña|senha|парол|wachtwoord|lösenord|hasło|heslo|parola|şifre|salasana|mật khẩu|phrase|mnemonic|key|token|secret|credential|bearer|login|密码|密碼|口令|密钥|秘钥|金鑰|私钥|令牌|凭证|助记词|パスワード|비밀번호|:\/\/|mysql|(?<!\S)-p|[\w+=-]{14,}|[\w+=/-]{30,}/i;

/** A quick look, for many short texts: only what it finds something in is worth asking the gate about. */
export function mayHoldSecret(text: string): boolean {
  return HINT.test(text);
}
