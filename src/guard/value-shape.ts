/** What a value looks like, decided from its characters alone. Every pattern here is linear in its input. */

const stands =
  /(?<![A-Za-z0-9])(?:your|example|sample|dummy|fake|placeholder|redacted|changeme|change-me|change_me|replace-?me|replace_me|insert|todo|tbd)(?![a-z])/i;
const reference =
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|system\.getenv|std::env|env[.[(]|env:|secrets?\.|vars?\.|vault:|op:\/\/|keychain:|file:|ssm:|!(?:vault|secret|env)|ref\+|getenv)/i;

/** True for what stands in for a secret: `<password>`, `$PASSWORD`, `xxxx`, `***`, `your-api-key`, `process.env.X`. */
export function isPlaceholder(value: string): boolean {
  if (value === "" || /^[xX*.•●_\-?#…0]+$/.test(value)) return true;
  if (/\*{3,}|x{4,}|X{4,}|\.{3}|…|•{2,}/.test(value)) return true;
  if (/^(?:[<[]|\{\{?|\$[{(<]|#\{|%[({])/.test(value)) return true;
  if (/^\$[A-Za-z_]\w*$|^%\w+%$|^@[A-Za-z_]\w*@$/.test(value)) return true;
  return isVariableName(value) || stands.test(value) || reference.test(value);
}

/** `DB_PASSWORD`: the name of a variable, not its content. */
function isVariableName(value: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) && !/\d{3}/.test(value);
}

/** True for paths, addresses and calls: places where a value is, or code that gets it. */
export function isPointer(value: string): boolean {
  return (
    /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|#[A-Za-z][\w-]*$)/.test(value) ||
    value.includes("://") ||
    /^[\w.]+[([]/.test(value)
  );
}

/** `sha256:...`, `sha512-...`: a checksum that says so. */
function isChecksum(value: string): boolean {
  return /^(?:sha-?\d{1,3}|md5|crc32|blake\d\w*)[-:=]/i.test(value);
}

const generalTerm =
  /^(?:sha-?\d+|md5|bcrypt\w*|scrypt|argon2\w*|pbkdf2\w*|base\d\d\w*|utf-?\d+|o?auth\d?|aes-?\d+\w*|hmac\w*|rsa-?\d*|ed25519|1password\w*|lastpass|keepass\w*|\d[\d.,]*[-–+]?\d*\+?-?(?:chars?|characters?|days?|digits?|bits?|bytes?|letters?|hours?|months?|weeks?|years?|minutes?|min|sec|ms|x|d|h|m|s|位|个)?|v\d+[\w.]*|\d+(?:st|nd|rd|th)|2fa|mfa|passkeys?\d?|webauthn\d?|x509|pkcs-?\d*\w*|ldap\d?|iso-?\d+|rfc-?\d+|k8s|win(?:dows)?\d*|https?|\d{4}-\d\d-\d\d\S*)$/i;
const compoundTerm =
  /^(?:sha-?\d+|md5|bcrypt\d*|scrypt|argon2[a-z]*|pbkdf2|base\d\d|utf-?\d+|oauth\d?|aes-?\d+|hmac|rsa|ed25519|1password|2fa|x509|k8s)(?:[-+/](?:[a-z]+|\d{2,3}))+$/i;

/** Names of algorithms, lengths, periods, versions, dates, and compounds such as `Base64-encoded`: said *about* passwords, with digits in them. */
export function isGeneralTerm(value: string): boolean {
  return generalTerm.test(value) || compoundTerm.test(value);
}

const mailAddress =
  /@[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|cn|dev|edu|gov|de|fr|jp|kr|example|internal|local|test)$/i;
const passphrase = /^[a-z]{3,}(?:-[a-z]{3,}){3,}$/i;

/**
 * True for what only a password looks like: at least four characters, letters mixed with digits or
 * with a sign that words do not have. `hunter2`, `P@ssword`, not `stored`, not `case-sensitive`.
 */
export function looksLikePassword(value: string): boolean {
  if (value.length < 4 || !/\p{L}/u.test(value) || isHarmless(value)) return false;
  return /[\d!@#$%^&+]/.test(value) || passphrase.test(value);
}

function isHarmless(value: string): boolean {
  return (
    isPlaceholder(value) ||
    isPointer(value) ||
    isChecksum(value) ||
    isGeneralTerm(value) ||
    mailAddress.test(value) ||
    /^(?:min|max|len)\w*[=:]/i.test(value)
  );
}

/**
 * True for a random-looking token of at least twelve characters: its longest run of letters and digits
 * mixes both, or mixes cases as no identifier does. Slugs, camel-case names and dates are not random.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 12 || isPlaceholder(value) || isPointer(value) || isChecksum(value)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return true;
  const runs = value.split(/[^A-Za-z0-9]+/);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest.length < 12 || isIdentifier(longest)) return false;
  if (new Set(longest).size < 6) return false;
  if (/\d/.test(longest) && /[A-Za-z]/.test(longest)) return true;
  return longest.length >= 20 && (longest.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) >= longest.length / 3;
}

/** `accessToken2024`, `ACCOUNT1`: words written together, with at most a short number at the end. */
function isIdentifier(run: string): boolean {
  return run.length < 24 && /^(?:[a-z]+|[A-Z]+)(?:[A-Z][a-z]+)*\d{0,4}$/.test(run);
}
