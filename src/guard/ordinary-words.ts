const words =
  `
  about absent accepted accessible admin-only after again alphanumeric already also always ambiguous and any anyone anything array
  ascii ask asked auth automatic available away back bad because been before being below beyond binary blank bool boolean buffer
  both broken bytes cached case changed char checked clear cleared common complex compromised confidential confirmed correct
  correctly created critical custom dangerous dead default defined deprecated different disabled done easy either elsewhere
  email empty enabled encoded encrypted enforced enough entered equal every everything exactly exempt exists expired exposed
  false field filled fine fixed for forbidden forgotten form found from generated given global gone good great hard hashed
  here hidden how ignored immutable important in incorrect input insecure inside int integer internal intentional invalid
  irrelevant it just kept known later leaked left length less like literal local locked logged logic long longer lost
  managed mandatory many masked matched maybe mine minimum missing more most must mutable needed never new next nil
  none normal not nothing now null number object obsolete obvious okay old only open optional other ours outdated outside
  passed permanent personal plain plaintext policy possible predictable present private prompted protected provided public
  random ready rejected removed required reset resolved right rotated safe salted same saved scoped secret secure sensitive
  sent separate set shared short shown simple single skipped some stale static stored str string strong such temporary
  text that the their them then there these this those too trivial true type undefined unique unknown unset unsafe unused
  unusual updated used user username usual valid value varchar verified visible void wanted weak what when where which why
  with without working wrong yes yours your bearer basic token tokens password passwords username field fields header cookie hash
  passwd passphrase passcode strength confirm confirmation show hide submit label button screen prompt manager ` +
  `vault keychain keyring bitwarden lastpass dashlane keepass okta ldap kerberos saml sso oauth environment configuration config`;

const ordinary = new Set(words.split(/\s+/).filter((word) => word !== ""));
const endings = /(?:ed|ing|able|ible|less|ful|ly|ory|tive|sive|ous|ary|ent|ant|ial|ual)$/;

/** True for a word that people say about passwords and keys (`required`, `rotated`), so that it is hardly one. */
export function isOrdinaryWord(word: string): boolean {
  const lower = word.toLowerCase();
  return ordinary.has(lower) || endings.test(lower);
}
