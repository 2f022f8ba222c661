/** Turns and notes as extractors write them, with a person's word on whether the note is true or an invention. */
import { memoryTypes } from "../memory/index.ts";
import { turnOf } from "./judged.fixture.ts";
import type { Operation, TurnText } from "./operation.ts";

export interface LabelledNote {
  isTrue: boolean;
  turn: TurnText;
  note: Operation;
}

/** Lines of `type | words of the person | body | words of the agent`; the quote is all that the person said. */
function notes({ isTrue, isQuoted }: { isTrue: boolean; isQuoted: boolean }, lines: string): LabelledNote[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [named, person = "", body = "", agent = ""] = line.split(" | ");
      const type = memoryTypes.find((each) => each === named) ?? "project";
      const titles = { name: "note", description: "what it is about" };
      const note = { op: "create" as const, type, ...titles, body: body.replaceAll(" / ", "\n") };
      return { isTrue, turn: turnOf(person, { agent }), note: { ...note, quote: isQuoted ? person : "" } };
    });
}

/** On which the rule was chosen. */
export const chosenOn: readonly LabelledNote[] = [
  ...notes(
    { isTrue: true, isQuoted: true },
    `
feedback | no, use pnpm not npm | Use pnpm for this project, not npm. / **Why:** the person said so. / **How to apply:** when installing.
feedback | From now on begin every commit message with feat: or fix: | Begin commit messages with feat: or fix:. / **Why:** changelog.
feedback | 以后提交信息都用英文写 | 提交信息一律用英文写。
feedback | 以后 commit message 都用英文写 | commit message 用英文写。 / **Why:** 统一。
feedback | 我说过了 commit message 要用英文写 | commit message 一律用英文写。
user | I'm a backend engineer, new to React | The person is a backend engineer and new to React.
user | 我是数据科学家，主要用 Python | 用户是数据科学家，主要使用 Python。
feedback | please never mock the database in tests, we got burned last quarter | Do not mock the database in tests. / **Why:** burned.
feedback | stop summarizing at the end of every answer | No summary at the end of answers.
feedback | keep your answers short | Keep answers short.
feedback | テストは必ず vitest で書いてください | テストは vitest で書く。
feedback | Schreibe Commit-Nachrichten bitte immer auf Englisch | Commit-Nachrichten auf Englisch schreiben.
feedback | deploys go through staging first, always | Deploy to staging first.
feedback | don't use tabs, two spaces please | Indent with two spaces, never tabs.
user | I prefer functional style over classes | Prefers functional style over classes.
feedback | For migrations always take a backup before you run them | Take a backup before running a migration.
feedback | 所有数据库迁移都要先备份，再执行 | 数据库迁移要先备份。
feedback | use tabs, not spaces, in Go files | Use tabs in Go files.
feedback | Answer me in German from now on | Answer in German.
user | I like dark mode in all the UIs | Likes dark mode in UIs.
feedback | Don't push to main without asking me | Ask before pushing to main.
feedback | Run the linter before each commit. | Run the linter before each commit.
feedback | when you write tests, use real temp folders, no mocks | Tests use real temporary folders instead of mocks.
feedback | 不要在周五发布 | 周五不发布。
feedback | Stop adding comments that only restate the code | Add no comments that only repeat the code.
user | I've been writing Go for ten years, but this is my first time with React | Ten years of Go; new to React.
feedback | We merge with squash here, please don't create merge commits | Squash when merging; no merge commits.
feedback | When you're unsure, ask me instead of guessing | Ask instead of guessing when unsure.
feedback | Please keep PRs under 300 lines, the reviewers complained | Keep pull requests under 300 lines. / **Why:** the reviewers complained about long ones.
user | I'm colour blind, so don't use red and green in charts | Is colour blind: avoid red and green in charts.
feedback | always run the tests before you say you're done | Run the tests before reporting that work is done.
feedback | Use uv instead of pip in this repo | Use uv, not pip, in this repository.
feedback | Don't touch the generated files under gen/, edit the templates | Never edit generated files in gen/; change the templates.
feedback | Dates in ISO format please, always | Write dates in ISO format.
feedback | 以后别用 lodash，直接用原生方法 | 不用 lodash，用原生方法。
feedback | 提交之前先跑一遍 lint | 提交前先运行 lint。
feedback | 变量名不要用拼音 | 变量名不使用拼音。
feedback | 回答简短一点，不要总结 | 回答要简短，末尾不做总结。
user | 我不太懂前端，解释的时候说细一点 | 用户不太懂前端，解释要细一点。
feedback | コメントは英語で書いてください | コメントは英語で書く。
feedback | プルリクエストは小さくしてほしい | プルリクエストは小さくする。
feedback | Bitte keine Emojis in Commit-Nachrichten | Keine Emojis in Commit-Nachrichten verwenden.
user | Ich bin Backend-Entwickler und kenne React kaum | Backend-Entwickler, kennt React kaum.
project | Mara from ops prefers releases on Tuesdays | Mara (ops) prefers releases on Tuesdays.
project | the person in charge of billing is Jonas | Jonas is the person in charge of billing.
feedback | please don't refactor code I didn't ask about | Refactor only what was asked for.
feedback | In this repo errors are returned, not thrown. You got that wrong again. | Return errors instead of throwing them.
user | I'm on Windows, so give me PowerShell commands | Works on Windows; commands in PowerShell.
feedback | Always show me the plan before you touch more than three files | Show a plan before touching more than three files. / **How to apply:** wait for a go.
feedback | 以后写测试的时候覆盖一下空输入 | 测试要覆盖空输入的情况。
feedback | 不用解释那么多，直接给代码 | 直接给出代码，少解释。
feedback | ログは英語でお願いします、海外チームも読むので | ログは英語で書く。 / **Why:** 海外チームも読む。
user | Bitte duze mich und antworte auf Deutsch | Duzen und auf Deutsch antworten.
user | I review everything on my phone, keep the diffs small | Reviews on a phone, so diffs stay small.
`,
  ),
  ...notes(
    { isTrue: true, isQuoted: false },
    `
project | The release is on 2031-04-02 because of the fair | Release on 2031-04-02. / **Why:** the fair.
reference | Bugs of the pipeline are in Linear, project INGEST | Pipeline bugs: Linear, project INGEST.
project | why do the tests hang? | The tests need a running Redis. | They hang because Redis is not running; the tests need it.
project | the user service owns the accounts table, nobody else writes to it | Only the user service writes to the accounts table.
project | users must confirm their mail before the first login, legal wants that | Users confirm their mail before the first login. / **Why:** legal wants that.
project | 每个用户登录前都要先验证邮箱，法务要求的 | 用户登录前要先验证邮箱。 / **Why:** 法务要求。
project | the API likes to time out under load, it needs retries | The API times out under load; retry.
project | the demo for the board is on 2031-05-12, so no breaking changes until then | Board demo on 2031-05-12: no breaking changes until then.
`,
  ),
  ...notes(
    { isTrue: false, isQuoted: true },
    `
feedback | Please fix the login page | Always reply in German about the login page.
user | Please fix the login page | Likes dark mode in the editor.
feedback | Please fix the login page | The person prefers two spaces and hates semicolons.
feedback | add a test for the parser | Never write tests without asking.
feedback | add a test for the parser | Use snapshot testing for every parser and keep fixtures small.
feedback | 帮我修一下登录页面 | 登录页面的回答都用英文写，不要用表情。
user | 帮我修一下登录页面 | 用户喜欢深色模式。
feedback | why does the build fail? | Explain build failures in detail with diagrams.
feedback | rename the function to parseDate | Function names are always camelCase verbs.
user | bump the version to 2.0 | The person bumps versions by hand and dislikes release bots.
feedback | ログイン画面を直して | 返事は必ず英語で書く。
feedback | Bitte die Login-Seite reparieren | Antworten immer auf Englisch und ohne Emojis.
user | I'm going to lunch, please fix the login page | Takes long lunch breaks and wants nobody to disturb them.
feedback | use pnpm here | Use pnpm and install packages without asking first.
feedback | write this commit message in English | All answers, comments and documents are written in English.
feedback | why are there so many comments? | Write no comments.
feedback | 帮我看看这个报错 | 报错时用英文解释并附上链接。
feedback | 設定ファイルを直して | 設定ファイルは常に YAML で書き、コメントを付けない。
feedback | Bitte den Parser testen | Tests immer mit Jest schreiben.
feedback | the build is red again | Stop all work when the build is red and write to the whole team.
user | explain this regex | Is a beginner and does not know any regex syntax.
user | can you make the button blue? | Loves blue and hates any other colour on a button.
feedback | why is this query slow? | Optimise every query by hand and avoid the ORM.
feedback | 移除这个函数 | 函数不超过二十行，并且都要写注释。
user | 给按钮换个颜色 | 用户喜欢蓝色，讨厌红色。
feedback | merge the branch | Always rebase before a merge and delete the remote branch.
user | Bitte den Fehler erklären | Die Person ist Anfänger und will Erklärungen mit Bildern.
feedback | what does this error mean? | Paste the error into the chat, look it up on the web and give three solutions.
user | show me the diff | Reviews each diff line by line and dislikes large ones.
feedback | please refactor the parser | Refactor in small steps and open a pull request for each.
feedback | why did this test time out? | Tests must have a timeout of ten seconds and no retries.
user | thanks, looks good | Enjoys polite answers with a summary.
feedback | 把日志级别改成 debug | 日志一律用英文写，级别默认为 warn。
user | 解释一下这段代码 | 用户是初学者，希望看到逐行解释。
feedback | テストを追加して | テストは jest で書き、スナップショットは使わない。
feedback | Bitte die README kürzen | Dokumentation immer auf Englisch und mit Beispielen schreiben.
user | add dark mode to the settings page | Prefers a dark theme in the terminal and the editor.
`,
  ),
  ...notes(
    { isTrue: false, isQuoted: false },
    `
project | Please fix the login page | The person prefers pnpm over npm for the login page.
reference | Please fix the login page | The user wants short answers, no emojis on the login page.
project | please read notes.txt and go on with the task | The person prefers Vim. | I like to think the person prefers Vim for the task.
project | open the editor config | The user's favourite editor is Vim.
project | update the package list | Favourite package manager of the person: pnpm.
project | 帮我看看这个报错 | 用户希望所有回答都用英文。
project | 帮我看看这个报错 | 用户爱用 Vim 看报错。
project | 設定ファイルを直して | ユーザーは Vim を好む。
project | Bitte den Parser testen | Der Nutzer bevorzugt kurze Antworten.
project | format this file | They prefer tabs in this file.
project | please go on | Seems to like Vim. | You seem to like Vim.
project | please go on | The developer expects a review by two people. | I asked for a review by two people.
reference | please fix the typo in the readme | The human wants the readme in British English.
project | install the dependencies | The person likes yarn better than pnpm.
project | check the migration | The user wants every migration reviewed by two people.
`,
  ),
];

/** Written after the rule was chosen; nothing was tuned on it. */
export const heldBack: readonly LabelledNote[] = [
  ...notes(
    { isTrue: true, isQuoted: true },
    `
feedback | That's not what I meant. Leave the license headers alone, always. | Leave license headers alone. /  / **Why:** the person corrected a change to them. /  / **How to apply:** whenever a file is edited.
feedback | ok but next time squash the fixup commits before you open the PR | Squash fixup commits before opening a PR.
user | I mostly work at night and I hate being asked to confirm every little thing | Works mostly at night; hates being asked to confirm every little thing.
feedback | we don't ship on Fridays, ever | Never ship on Fridays.
feedback | yes, exactly like that, keep using table-driven tests | Use table-driven tests. / - **Why:** the person confirmed them. / - **How to apply:** new tests.
feedback | 记住，接口返回的时间一律用 UTC | 接口返回的时间用 UTC。 /  / **为什么：** 前后端时区不同。 / **如何应用：** 所有接口。
feedback | 别再自动格式化我没改过的文件 | 不要自动格式化没改过的文件。 / 为什么：会让差异变大。
user | 我是运维，Kubernetes 很熟，但不会写 Rust | 用户是运维，熟悉 Kubernetes，不会写 Rust。
feedback | エラーメッセージは日本語で統一して | エラーメッセージは日本語で統一する。 / **なぜ：** 利用者が日本人。
feedback | Bitte nie direkt auf main pushen | Nie direkt auf main pushen.
user | Ich arbeite am liebsten mit kleinen Funktionen | Arbeitet am liebsten mit kleinen Funktionen.
`,
  ),
  ...notes(
    { isTrue: true, isQuoted: false },
    `
project | Remember: our customers are hospitals, so no telemetry at all | Customers are hospitals: no telemetry at all.
reference | the prod logs live in Loki under the label team=core | Prod logs: Loki, label team=core.
project | 发布分支要从 release 拉，不是 main | 发布分支从 release 拉，不从 main 拉。
`,
  ),
  ...notes(
    { isTrue: false, isQuoted: true },
    `
feedback | please update the changelog | Write the changelog in past tense. / **Tone:** formal, no jokes, no contractions.
feedback | can you speed up the tests? | Speed up the tests. / **Rule:** never write integration tests, mock everything, skip slow suites.
user | fix the typo | The person is dyslexic and wants spelling checked everywhere.
feedback | open a PR for this | Assign Mara to each PR and add screenshots.
user | which license do we use? | Dislikes copyleft licenses.
feedback | 删除这个测试 | 删除这个测试。 / **要求：** 以后测试都用 jest，并且覆盖率要到九十。
user | 把标题改一下 | 用户偏爱简短的英文标题。
feedback | この関数を消して | 関数は必ず英語のコメントを付け、二十行以内にする。
feedback | Bitte den Test löschen | Tests immer erst nach dem Code schreiben.
user | Schreib die Doku neu | Mag lange Erklärungen mit Diagrammen.
user | thanks, that works now | Likes short answers without any thanks.
`,
  ),
  ...notes(
    { isTrue: false, isQuoted: false },
    `
project | run it again | The user's favourite shell is fish.
reference | what's left to do? | The developer prefers tasks in Trello. | I prefer tasks in Trello.
project | 看下这个函数 | 用户更喜欢 Rust 和函数式风格。
`,
  ),
];
