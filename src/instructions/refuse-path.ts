/**
 * Threat: a repository that someone cloned names a file whose text then goes to a model's provider. So an
 * include is a plain relative path to a text that was made to be read; everything else is refused by its
 * letters, here, before the disk is asked, and again for the real path behind the links.
 */

const url = /^[a-z][a-z0-9+.-]*:\/\/|^(?:file|data|https?|ftp|ssh):/iu;
const absolute = /^(?:[/\\]|[a-z]:[/\\])/iu;
const personsFolder = /^~(?:$|[^/\\]*[/\\])/u;

/** Why a path cannot be included as it is written, as half a sentence; null when it may be looked for. */
export function refuseWritten(written: string): string | null {
  if (url.test(written)) return "addresses are not fetched";
  if (absolute.test(written)) return "absolute paths are not read; write it from the including file on";
  if (personsFolder.test(written)) return "paths from ~ are not read; write it from the including file on";
  return null;
}

const secretFolders = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store"]);
const environmentFile = /^\.env|\.env$/u;
const keyEnding = /\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|gpg|pgp|age|ovpn|tfstate|der)$/u;
const keyName = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:$|\.(?!pub$))/u;
const credentialName =
  /^(?:[._]?netrc|\.pgpass|\.npmrc|\.yarnrc\.yml|\.pypirc|\.htpasswd|\.git-credentials|\.my\.cnf)$|^(?:\.?credentials?|secrets?|service[-_]account)(?:\.(?:json|ya?ml|toml|ini|cfg|csv|txt))?$/u;

/** Why a file of these names, from the root on, is never read; null when its names say nothing against it. */
export function refuseNames(names: readonly string[]): string | null {
  const folded = names.map(fold);
  if (folded.includes(".git")) return "nothing under .git is read";
  const last = folded.at(-1) ?? "";
  if (environmentFile.test(last)) return "environment files (.env) are not read";
  const isKey = keyEnding.test(last) || keyName.test(last) || credentialName.test(last);
  if (isKey || folded.some((name) => secretFolders.has(name))) {
    return "files of keys and credentials are not read";
  }
  return null;
}

// As case-insensitive file systems see a name: some pass over invisible characters, Windows over dots at the end.
function fold(name: string): string {
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  return folded.replace(/(?::.*|[. ]+)$/u, "");
}
