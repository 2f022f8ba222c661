/** Pairs of memories as people and models write them, with a person's word on whether the two say the same. */
export interface LabelledPair {
  same: boolean;
  left: { name: string; description: string; body: string };
  right: { name: string; description: string; body: string };
}

type Text = readonly [name: string, description: string, body: string];

function pair(same: boolean, left: Text, right: Text): LabelledPair {
  const memory = ([name, description, body]: Text) => ({ name, description, body });
  return { same, left: memory(left), right: memory(right) };
}

export const chosenOn: readonly LabelledPair[] = [
  pair(
    true,
    ["Use pnpm", "package manager in all projects", "Use pnpm, not npm.\n\n**Why:** lockfile conflicts.\n"],
    ["Prefers pnpm", "which package manager to use", "The user wants pnpm instead of npm.\n"],
  ),
  pair(
    true,
    [
      "Commit message prefix",
      "when writing commit messages",
      "Start every commit message with feat:, fix: or docs:.\n",
    ],
    [
      "Commit messages start with a prefix",
      "how to write commit messages",
      "Commit messages begin with feat:, fix: or docs: prefix.\n",
    ],
  ),
  pair(
    true,
    ["No emojis in commits", "commit style", "Never put emojis into commit messages.\n"],
    ["Commits without emojis", "style of commit messages", "Do not use emojis in commit messages.\n"],
  ),
  pair(
    true,
    [
      "Tests before commit",
      "before each commit",
      "Run npm test before every commit.\n\n**Why:** CI was red twice in May.\n**How to apply:** always.\n",
    ],
    ["Run tests before committing", "when about to commit", "Always run npm test before a commit.\n"],
  ),
  pair(
    true,
    ["Staging database port", "port of the staging database", "The staging database listens on port 5433.\n"],
    ["Staging DB port", "where the staging database listens", "Staging database: port 5433.\n"],
  ),
  pair(
    true,
    ["Freeze before release", "merge freeze", "Merge freeze begins 2031-03-05 for the mobile release.\n"],
    [
      "Merge freeze for mobile release",
      "when merging is frozen",
      "Merging is frozen from 2031-03-05 because of the mobile release.\n",
    ],
  ),
  pair(
    true,
    ["Bug tracker", "where bugs are tracked", "Pipeline bugs are tracked in the Linear project INGEST.\n"],
    [
      "Linear project INGEST",
      "tracker of pipeline bugs",
      "Bugs of the pipeline are in Linear, project INGEST.\n",
    ],
  ),
  pair(
    true,
    [
      "Real database in tests",
      "integration tests",
      "Integration tests must hit a real database, no mocks.\n\n**Why:** mocked tests passed while the migration failed.\n",
    ],
    [
      "No mocked database in integration tests",
      "how integration tests are written",
      "Integration tests use a real database rather than mocks, since a mocked test hid a broken migration.\n",
    ],
  ),
  pair(
    true,
    ["提交信息前缀", "写提交信息时", "提交信息要用 feat: 或 fix: 开头。\n"],
    ["提交信息用前缀", "提交信息的写法", "每次写提交信息都用 feat: 或 fix: 前缀开头。\n"],
  ),
  pair(
    true,
    ["回答用中文", "和用户交流时", "以后都用中文回答用户。\n"],
    ["用中文回答", "交流语言", "用户希望用中文回答。\n"],
  ),
  pair(
    true,
    ["周五不发布", "发布时间", "周五下午不发布新版本。\n"],
    ["周五下午不要发布", "什么时候能发布", "不要在周五下午发布版本。\n"],
  ),
  pair(
    true,
    ["测试数据库端口", "测试数据库", "测试环境的数据库端口是 5433。\n"],
    ["测试环境数据库的端口", "数据库端口", "测试数据库端口：5433\n"],
  ),
  pair(
    true,
    [
      "User is a data scientist",
      "background of the user",
      "The user is a data scientist who looks at logging.\n",
    ],
    ["Data scientist", "who the user is", "Data scientist, currently working on logging.\n"],
  ),
  pair(
    true,
    [
      "Dashboard for latency",
      "grafana board",
      "grafana.example/d/api-latency is the board that oncall watches.\n",
    ],
    [
      "Oncall latency board",
      "which dashboard oncall watches",
      "Oncall watches the latency dashboard grafana.example/d/api-latency.\n",
    ],
  ),
  pair(
    false,
    ["Deploy to staging", "how to deploy to staging", "Run make deploy ENV=staging.\n"],
    ["Deploy to production", "how to deploy to production", "Run make deploy ENV=production.\n"],
  ),
  pair(
    false,
    ["Staging database port", "port of the staging database", "The staging database listens on port 5433.\n"],
    [
      "Production database port",
      "port of the production database",
      "The production database listens on port 5433.\n",
    ],
  ),
  pair(
    false,
    ["Staging database port", "port of the staging database", "Port 5433.\n"],
    ["Staging cache port", "port of the staging cache", "Port 6380.\n"],
  ),
  pair(
    false,
    ["Freeze in March", "merge freeze", "Merge freeze from 2031-03-05 to 2031-03-08.\n"],
    ["Freeze in June", "merge freeze", "Merge freeze from 2031-06-05 to 2031-06-08.\n"],
  ),
  pair(
    false,
    ["Use tabs in Go", "indentation of Go code", "Go code is indented with tabs.\n"],
    ["Use spaces in Python", "indentation of Python code", "Python code is indented with four spaces.\n"],
  ),
  pair(
    false,
    [
      "Commit message prefix",
      "when writing commit messages",
      "Start every commit message with feat:, fix: or docs:.\n",
    ],
    ["Commit message language", "when writing commit messages", "Write commit messages in English.\n"],
  ),
  pair(
    false,
    ["Payments owner", "who owns the payments service", "Mara owns the payments service.\n"],
    ["Ledger owner", "who owns the ledger service", "Mara owns the ledger service.\n"],
  ),
  pair(
    false,
    ["Payments owner", "who owns the payments service", "Mara owns the payments service.\n"],
    [
      "Payments on-call",
      "who is called at night for the payments service",
      "Jonas is on call for the payments service.\n",
    ],
  ),
  pair(
    false,
    ["Run tests before commit", "before each commit", "Run npm test before every commit.\n"],
    ["Run linter before push", "before each push", "Run npm run lint before every push.\n"],
  ),
  pair(
    false,
    ["Ask before deleting files", "when deleting", "Always ask before deleting files.\n"],
    ["Ask before deleting branches", "when deleting", "Always ask before deleting branches.\n"],
  ),
  pair(
    false,
    ["API v1 base URL", "address of the API", "The base URL of API v1 is https://api.example/v1.\n"],
    ["API v2 base URL", "address of the API", "The base URL of API v2 is https://api.example/v2.\n"],
  ),
  pair(
    false,
    ["部署到测试环境", "怎么部署", "用 make deploy 部署到测试环境。\n"],
    ["部署到生产环境", "怎么部署", "用 make deploy 部署到生产环境。\n"],
  ),
  pair(
    false,
    ["支付服务负责人", "谁负责支付服务", "支付服务由小王负责。\n"],
    ["订单服务负责人", "谁负责订单服务", "订单服务由小王负责。\n"],
  ),
  pair(
    false,
    ["周五不发布", "发布时间", "周五下午不发布新版本。\n"],
    ["周五开周会", "周会时间", "周五下午三点开周会。\n"],
  ),
  pair(
    false,
    ["前端用 TypeScript", "前端语言", "前端代码用 TypeScript 写。\n"],
    ["后端用 Go", "后端语言", "后端代码用 Go 写。\n"],
  ),
  pair(
    false,
    ["Reviewer for frontend", "who reviews frontend changes", "Ana reviews frontend pull requests.\n"],
    ["Reviewer for backend", "who reviews backend changes", "Ana reviews backend pull requests.\n"],
  ),
  pair(
    false,
    ["Short answers", "how to answer", "Keep answers short.\n"],
    ["Answers with sources", "how to answer", "Give answers with links to sources.\n"],
  ),
  pair(
    true,
    ["Dark mode", "theme of the editor", "The user likes dark themes in every editor.\n"],
    ["Prefers dark themes", "editor theme", "Dark theme in editors, always.\n"],
  ),
  pair(
    true,
    ["Squash merges", "how pull requests are merged", "Pull requests are squashed when merged.\n"],
    ["Squash when merging pull requests", "merging", "Always squash-merge pull requests.\n"],
  ),
  pair(
    true,
    [
      "Legal asked for the middleware rewrite",
      "why auth middleware is rewritten",
      "The auth middleware is rewritten since legal flagged how session tokens are stored.\n",
    ],
    [
      "Auth middleware rewrite",
      "reason of the rewrite",
      "Rewrite of auth middleware: legal flagged storage of session tokens.\n",
    ],
  ),
  pair(
    true,
    [
      "One bundled PR",
      "refactors",
      "For refactors the user prefers one bundled PR over many small ones.\n\n**Why:** splitting was churn.\n",
    ],
    [
      "Bundle refactors into one PR",
      "how to split refactors",
      "Refactors go into one PR, not many small PRs.\n",
    ],
  ),
  pair(
    true,
    ["Nightly backup", "when backups run", "Backups run at 02:00 on host db-3.\n"],
    ["Backup time", "when the nightly backup runs", "The nightly backup runs at 02:00 on db-3.\n"],
  ),
  pair(
    true,
    ["代码注释用英文", "写注释时", "代码里的注释一律用英文写。\n"],
    ["注释写英文", "注释的语言", "代码注释请用英文。\n"],
  ),
  pair(
    true,
    ["不要用 var", "写 JavaScript 时", "JavaScript 里不要用 var，用 const 或 let。\n"],
    ["JavaScript 不用 var", "变量声明", "写 JavaScript 用 const 和 let，不用 var。\n"],
  ),
  pair(
    true,
    ["日志平台", "日志在哪里看", "线上日志在 kibana.example 查看。\n"],
    ["线上日志地址", "去哪里看日志", "线上日志看 kibana.example。\n"],
  ),
  pair(
    false,
    ["Client for Berlin office", "contact", "The contact of the Berlin office is Lena.\n"],
    ["Client for Munich office", "contact", "The contact of the Munich office is Paul.\n"],
  ),
  pair(
    false,
    ["Node version in CI", "node version", "CI runs on Node 20.\n"],
    ["Node version in production", "node version", "Production runs on Node 22.\n"],
  ),
  pair(
    false,
    ["Review within one day", "reviews", "Pull requests are reviewed within one day.\n"],
    ["Two reviewers", "reviews", "Pull requests need two reviewers.\n"],
  ),
  pair(
    false,
    ["Android release", "release of the Android app", "The Android app is released on Tuesday.\n"],
    ["iOS release", "release of the iOS app", "The iOS app is released on Tuesday.\n"],
  ),
  pair(
    false,
    ["Ticket DB-101", "migration ticket", "The migration of users is tracked in DB-101.\n"],
    ["Ticket DB-102", "migration ticket", "The migration of orders is tracked in DB-102.\n"],
  ),
  pair(
    false,
    ["测试服务器地址", "测试服务器", "测试服务器是 10.0.0.5。\n"],
    ["数据库服务器地址", "数据库服务器", "数据库服务器是 10.0.0.6。\n"],
  ),
  pair(
    false,
    ["周报周一交", "周报", "周报每周一上午交。\n"],
    ["月报月底交", "月报", "月报每月最后一天交。\n"],
  ),
  pair(
    false,
    ["小王负责前端", "分工", "小王负责前端页面。\n"],
    ["小李负责前端测试", "分工", "小李负责前端测试。\n"],
  ),
];

/** Written after the settings were chosen, and not used to change them. */
export const heldBack: readonly LabelledPair[] = [
  pair(
    true,
    ["Small pull requests", "size of pull requests", "Keep pull requests below 400 lines.\n"],
    [
      "Pull requests stay small",
      "when opening a pull request",
      "Pull requests should have fewer than 400 lines.\n",
    ],
  ),
  pair(
    true,
    ["No direct pushes to main", "pushing", "Never push to main directly, open a pull request.\n"],
    [
      "Push through pull requests only",
      "branches",
      "Changes reach main by pull request; direct pushes to main are not allowed.\n",
    ],
  ),
  pair(
    true,
    ["Terse replies", "tone of answers", "The user wants terse replies without a summary at the end.\n"],
    ["Skip the closing summary", "how to answer", "No summary at the end of replies, keep them terse.\n"],
  ),
  pair(
    true,
    [
      "Sentry project",
      "where crashes are reported",
      "Crashes of the mobile app go to the Sentry project falcon.\n",
    ],
    [
      "Mobile crashes in Sentry",
      "crash reports",
      "The Sentry project falcon collects crashes of the mobile app.\n",
    ],
  ),
  pair(
    true,
    ["Deadline of the audit", "security audit", "The security audit ends on 2031-04-30.\n"],
    ["Security audit until end of April", "audit deadline", "Deadline of the security audit: 2031-04-30.\n"],
  ),
  pair(
    true,
    ["函数名用驼峰", "命名", "函数名统一用驼峰命名。\n"],
    ["驼峰命名函数", "函数怎么命名", "函数一律采用驼峰命名法。\n"],
  ),
  pair(
    true,
    ["先写测试", "开发流程", "改代码之前先写测试。\n"],
    ["写代码前先写测试", "什么时候写测试", "先写测试，再改代码。\n"],
  ),
  pair(
    true,
    ["用户是后端工程师", "用户背景", "用户做后端，熟悉 Go，不熟悉 React。\n"],
    ["用户熟悉 Go", "用户背景", "后端工程师，熟悉 Go，第一次接触 React。\n"],
  ),
  pair(
    false,
    ["Redis in staging", "address of Redis", "Redis of staging is at redis-stg:6379.\n"],
    ["Redis in production", "address of Redis", "Redis of production is at redis-prd:6379.\n"],
  ),
  pair(
    false,
    ["Errors are logged as JSON", "logging", "Log errors as JSON lines.\n"],
    ["Metrics are logged as CSV", "logging", "Log metrics as CSV lines.\n"],
  ),
  pair(
    false,
    ["Standup at ten", "daily meeting", "The standup is at 10:00.\n"],
    ["Retro at four", "meeting every second week", "The retro is at 16:00.\n"],
  ),
  pair(
    false,
    ["Pin dependencies in services", "dependencies", "Pin exact versions of dependencies in services.\n"],
    ["Use ranges in libraries", "dependencies", "Use caret ranges of dependencies in libraries.\n"],
  ),
  pair(
    false,
    ["Vendor contact Acme", "contact", "Ask for Nora at Acme about invoices.\n"],
    ["Vendor contact Globex", "contact", "Ask for Otto at Globex about invoices.\n"],
  ),
  pair(
    false,
    ["缓存过期时间", "缓存", "用户缓存十分钟过期。\n"],
    ["会话过期时间", "会话", "登录会话三十天过期。\n"],
  ),
  pair(
    false,
    ["安卓打包命令", "打包", "安卓用 make android 打包。\n"],
    ["苹果打包命令", "打包", "苹果用 make ios 打包。\n"],
  ),
  pair(
    false,
    ["代码评审找小张", "评审", "前端代码评审找小张。\n"],
    ["设计评审找小陈", "评审", "设计稿评审找小陈。\n"],
  ),
];
