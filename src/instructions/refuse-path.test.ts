import { describe, expect, it } from "vitest";
import { refuseNames, refuseWritten } from "./refuse-path.ts";
import { liesIn } from "./territory.ts";

describe("refuseWritten", () => {
  it.each(["https://x.org/a.md", "file:///etc/passwd", "data:text,x", "/etc/passwd", "\\\\server\\x", "C:\\x.md", "~/x.md", "~", "~root/x"])(
    "refuses %s",
    (path) => {
      expect(refuseWritten(path)).not.toBeNull();
    },
  ); // prettier-ignore
  it.each(["a.md", "./a.md", "../a.md", "~a.md", "a:b.md", "docs/..%2fa.md", "文档/规范.md"])(
    "looks for %s",
    (path) => {
      expect(refuseWritten(path)).toBeNull();
    },
  );
});

describe("refuseNames", () => {
  it.each([
    ".git", ".GIT/config", "a/.git/b", ".git./config", ".g\u200cit/config", ".env", ".ENV", ".env.local", ".envrc",
    "prod.env", "id_rsa", "id_ed25519.bak", "a.PEM", "a.key", "a.p12", ".npmrc", "_netrc", ".aws/config",
    "deploy_key", "keys/deploy-key.txt", "my_id_rsa", "id_rsa_work", "backup-id_ed25519.old", "kubeconfig",
    "kubeconfig.yaml", ".vault-token", ".dockercfg", ".s3cfg", ".boto", "prod.tfvars", "prod.auto.tfvars.json",
    "my-service-account-1.json", "secrets/a.md", "k8s/secrets/db.yaml", "credentials.enc", "credentials.bak",
    ".claude/settings.local.json", ".config/gh/hosts.yml", ".bash_history", ".zsh_history", ".netrc", ".pypirc",
    ".pgpass", ".htpasswd", ".cargo/credentials.toml", ".m2/settings.xml", "client_secret_12.json", "master.key",
    "terraform.tfstate.backup", "credentials", "credentials.json", "service-account.json", "secrets.yaml", ".git::$INDEX_ALLOCATION/x",
  ])("refuses %s", (path) => {
    expect(refuseNames(path.split("/"))).not.toBeNull();
  }); // prettier-ignore
  it.each(["a.md", ".github/copilot.md", ".gitignore", "git/a.md", "environment.md", "id_rsa.pub", "keys.md", "secrets.md", "token.ts",
    ".claude/settings.json", "docs/deploy_key.md", "docs/credentials.md", "src/credentials.ts", "secretary.md",
    "service-account.md", "history.md", "hosts.yml", "docs/secrets-handling.md", "valid_rsa.md"])(
    "allows %s",
    (path) => {
      expect(refuseNames(path.split("/"))).toBeNull();
    },
  ); // prettier-ignore
});

describe("liesIn", () => {
  it("takes no sibling for a part", () => {
    expect(liesIn("/a/proj", "/a/proj-private/x")).toBe(false);
    expect(liesIn("/a/proj", "/a/proj/x")).toBe(true);
    expect(liesIn("/", "/a")).toBe(true);
  });
});
