/** What follows a label in the same name: `_PROD` in `API_KEY_PROD`, `Prod` in `apiKeyProd`, `_hash` in `password_hash`. */
export interface NameTail {
  /** Characters it takes. */
  length: number;
  /**
   * `place`: which one of several, so the value is still the secret (`_PROD`, `_V2`).
   * `about`: a property of the secret, not itself (`_length`, `_hash`, `_url`). `other`: not known.
   */
  role: "none" | "place" | "about" | "other";
}

const tail = /^\d?(?:[_-][A-Za-z0-9]{1,24}|[A-Z][a-z0-9]{1,24}){1,6}/;
const seam = /[_-]|(?<=[a-z0-9])(?=[A-Z])/;

const places = setOf(`
  prod production stage staging dev development test testing qa uat demo live local sandbox preview default admin root
  main primary secondary backup old new current previous next db database master base app api web server client user readonly
  eu us cn asia east west`);

const properties = setOf(`
  hash hashes hashed hasher hashing salt salted digest checksum sha sha1 sha256 sha512 md5 bcrypt argon2 fingerprint
  commit revision version versions id ids uuid arn name names label title text hint placeholder help message error
  errors code length len size min max minimum maximum count limit limits budget usage cost rounds iterations strength
  score policy policies rule rules regex pattern format type types kind class algorithm algo alg cipher file files path
  paths dir directory url uri host port endpoint route page link header field fields column input form prompt box
  component button screen dialog prop props param parameter parameters key keys index table reset forgot change changed
  changes update updated create created rotation rotate rotated expiry expires expired expiration ttl age lifetime
  timeout days hours minutes seconds at date time issued issuer scope scopes manager validator checker check checks
  verifier required enabled disabled protected less free based only safe aware related env var variable prefix suffix
  template confirm confirmation repeat migration`);

/** Reads the rest of a name right behind its label; of length 0 when the label ends the name. */
export function readNameTail(text: string): NameTail {
  const found = tail.exec(text)?.[0] ?? "";
  if (found === "") return { length: 0, role: "none" };
  const parts = found
    .split(seam)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  return { length: found.length, role: roleOf(parts) };
}

function roleOf(parts: readonly string[]): NameTail["role"] {
  if (parts.some((part) => properties.has(part))) return "about";
  return parts.every((part) => places.has(part) || /^v?\d+$/.test(part)) ? "place" : "other";
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}
