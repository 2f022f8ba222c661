import { DaybookError } from "../errors/index.ts";
import type { SecretMatch } from "./match.ts";
import { isPlaceholder } from "./value-shape.ts";

/** Reports what the recommended rules of secretlint find. Its messages hold the value and are not passed on. */
export type Scanner = (text: string) => Promise<SecretMatch[]>;

const kindsByMessage: Readonly<Record<string, string>> = {
  AWSAccountID: "AWS account id",
  AWSAccessKeyID: "AWS access key",
  AWSSecretAccessKey: "AWS secret key",
  PrivateKeyJSON: "Google service account key",
  PrivateKey: "private key",
  PackageJSON_xOauthToken: "token in package.json",
  Npmrc_authToken: "npm token",
  NPM_ACCESS_TOKEN: "npm token",
  BasicAuth: "password in an address",
  MongoDBConnection: "password in an address",
  MySQLConnection: "password in an address",
  PostgreSQLConnection: "password in an address",
  SLACK_TOKEN: "Slack token",
  IncomingWebhook: "Slack webhook",
  OPENAI_TOKEN: "OpenAI key",
  ANTHROPIC_API_KEY: "Anthropic key",
  GITHUB_TOKEN: "GitHub token",
  GITLAB_PERSONAL_ACCESS_TOKEN: "GitLab token",
  GROQ_API_KEY: "Groq key",
  HUGGINGFACE_USER_ACCESS_TOKEN: "Hugging Face token",
  DOCKER_PERSONAL_ACCESS_TOKEN: "Docker token",
  SENDGRID_KEY: "SendGrid key",
  SHOPIFY_KEY: "Shopify key",
  OPS_TOKEN: "1Password token",
};

/** Loads secretlint: some 60 ms of work, so only when there is something to check. */
export async function loadSecretlint(): Promise<Scanner> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await load();
  // It keeps every mark of every check for ever and searches them at each: a session grows slower with each save.
  secretLintProfiler.mark = () => {};
  const preset = {
    id: "@secretlint/secretlint-rule-preset-recommend",
    rule: creator,
    rules: [{ id: "@secretlint/secretlint-rule-aws", options: { enableIDScanRule: true } }],
  };
  return async (text) => {
    const result = await lintSource({
      source: { filePath: "memory.md", ext: ".md", contentType: "text", content: withoutSwitches(text) },
      options: { config: { rules: [preset] }, locale: "en", maskSecrets: true, noPhysicFilePath: true },
    });
    return result.messages
      .map(({ messageId, range: [start, end] }) => ({ kind: kindOf(messageId), start, end, specific: true }))
      .filter((match) => !isExample(text.slice(match.start, match.end)));
  };
}

async function load() {
  try {
    return await Promise.all([
      import("@secretlint/core"),
      import("@secretlint/secretlint-rule-preset-recommend"),
      import("@secretlint/profiler"),
    ]);
  } catch (cause) {
    throw new DaybookError(
      "internal",
      "The secret check could not be loaded, so nothing was written. Install daybook again, then retry.",
      { cause },
    );
  }
}

/** A comment such as `secretlint-disable` would switch the check off from inside the text; same length. */
function withoutSwitches(text: string): string {
  return text.replace(/secretlint-/gi, "secretlint_");
}

function kindOf(messageId: string): string {
  return kindsByMessage[messageId] ?? messageId.toLowerCase().replaceAll("_", " ");
}

/** `postgres://app:<password>@host`, `ghp_xxxxxxxxxxxxxxxx`: a form with nothing in it. */
function isExample(found: string): boolean {
  if (/[xX]{16}$|\*{3}$/.test(found)) return true;
  const password = /:\/\/[^\s/:@]*:([^\s/@]+)@/.exec(found)?.[1];
  return password !== undefined && isPlaceholder(password);
}
