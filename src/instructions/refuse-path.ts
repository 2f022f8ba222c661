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

const secretFolders = new Set([
  ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", ".gcloud", ".terraform.d",
  "secrets", ".secrets",
]); // prettier-ignore
const environmentFile = /^\.env|\.env$/u;
const keyEnding =
  /\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|gpg|pgp|asc|age|ovpn|tfstate(?:\.backup)?|tfvars(?:\.json)?|der|keytab|mobileprovision)$/u;
const secretFile =
  /^(?:[._]?netrc|\.pgpass|pgpass\.conf|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.htpasswd|\.git-credentials|\.my\.cnf|\.mylogin\.cnf|\.vault-token|\.dockercfg|\.s3cfg|\.boto|kubeconfig|\.terraformrc|terraform\.rc|\.?credentials?|\.?secrets?|\.?passwords?|\.[a-z]+_history|master\.key|authorized_keys)$/u;
const secretData =
  /^(?:\.?credentials?|\.?secrets?|\.?passwords?|kubeconfig|client[-_]secrets?[\w.-]*)\.(?!(?:md|mdx|markdown|rst|adoc|[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|swift)$)/u;
const keyName = /(?:^|[._-])(?:id_?(?:rsa|dsa|ecdsa|ed25519)|deploy[-_]?key)/u;
const harmlessKey = /\.(?:pub|mdx?|markdown|rst|adoc)$/u;
const serviceAccount = /service[-_]?account.*\.(?:json|ya?ml)$|^service[-_]?account$/u;
/** Paths at the end of which programs keep what they log in with. */
const secretPlaces = [
  ".claude/settings.local.json", ".claude/.credentials.json", ".config/gh/hosts.yml", ".config/hub",
  ".config/gcloud/application_default_credentials.json", ".cargo/credentials.toml", ".gem/credentials",
  ".m2/settings.xml", ".gradle/gradle.properties", ".composer/auth.json", ".docker/config.json",
]; // prettier-ignore

/** Why a file of these names, from the root on, is never read; null when its names say nothing against it. */
export function refuseNames(names: readonly string[]): string | null {
  const folded = names.map(fold);
  if (folded.includes(".git")) return "nothing under .git is read";
  const last = folded.at(-1) ?? "";
  if (environmentFile.test(last)) return "environment files (.env) are not read";
  return isSecret(folded, last) ? "files of keys and credentials are not read" : null;
}

function isSecret(names: readonly string[], last: string): boolean {
  const path = `/${names.join("/")}`;
  return (
    names.some(
      (name, index) => secretFolders.has(name) && (index < names.length - 1 || name.startsWith(".")),
    ) ||
    [keyEnding, secretFile, secretData, serviceAccount].some((pattern) => pattern.test(last)) ||
    (keyName.test(last) && !harmlessKey.test(last)) ||
    secretPlaces.some((place) => path.endsWith(`/${place}`))
  );
}

// As case-insensitive file systems see a name: some pass over invisible characters, Windows over dots at the end.
function fold(name: string): string {
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  return folded.replace(/(?::.*|[. ]+)$/u, "");
}
