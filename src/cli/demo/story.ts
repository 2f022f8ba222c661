/** The demo's lines. What the model says is scripted; what comes of it is real. */

/** What the first process is told, and what it should leave behind. */
export const wish = {
  prompt: "以后 commit message 都以 feat: / fix: / docs: 这类前缀开头，我要按前缀生成 changelog。",
  gloss:
    "From now on, begin commit messages with a prefix like feat: / fix: / docs:, I generate the changelog from it.",
  slug: "commit-message-071596ac",
  answer: "记住了：以后的 commit message 都以 feat: / fix: / docs: 开头。",
} as const;

/** What the second process, which knows nothing of the first, is asked. */
export const request = {
  prompt: "Write a commit message for what is staged.",
  command: "git diff --cached --stat",
  answer: "feat: let a cart take a discount code",
} as const;

/** The scripted model of the first process. */
export const firstScript = {
  turns: [
    {
      when: "changelog",
      text: "这是长期的要求，我写进 daybook。",
      tools: [
        {
          name: "Memory",
          input: {
            action: "save",
            type: "feedback",
            name: "commit message 前缀",
            description: "写 commit message 时用 feat:/fix:/docs: 这类前缀",
            body: [
              "commit message 第一行必须以 feat: / fix: / docs: 开头。",
              "**Why:** 用户要按前缀生成 changelog。",
              "**How to apply:** 任何时候帮用户写或改 commit message 都套用。",
            ].join("\n"),
          },
        },
      ],
    },
    { text: wish.answer },
  ],
};

/** The scripted model of the second process. */
export const secondScript = {
  turns: [
    {
      when: "staged",
      text: "I will look at what is staged.",
      tools: [{ name: "Bash", input: { command: request.command } }],
    },
    { text: `${request.answer}\n\nWith the prefix you asked for.` },
  ],
};

/** What a third process is told, and the question of a fourth that needs it. */
export const staging = {
  told: "Remember: the staging deploy target is https://staging.example.com.",
  kept: "Noted, for this project.",
  prompt: "Where should I deploy my changes to test them?",
  answer: "To staging: https://staging.example.com",
  name: "staging deploy",
} as const;

/** The scripted model of the third process. */
export const thirdScript = {
  turns: [
    {
      when: "staging",
      tools: [
        {
          name: "Memory",
          input: {
            action: "save",
            type: "reference",
            name: staging.name,
            description: "the staging deploy target of this project",
            body: "The staging deploy target is https://staging.example.com",
          },
        },
      ],
    },
    { text: staging.kept },
  ],
};

/** The scripted model of the fourth: it answers only if the address stands in the very message of the prompt. */
export const fourthScript = {
  turns: [{ when: "https://staging.example.com", text: staging.answer }],
};

/** What a fifth process is corrected in without being asked to keep it, and the question of a sixth. */
export const correction = {
  told: "No, not Jest. Tests here always run with node --test: we want no test runner as a dependency.",
  answer: "Then node --test it is.",
  name: "test runner",
  slug: "test-runner",
  prompt: "Which command runs the tests?",
  later: "node --test, without a test runner as a dependency.",
} as const;

/** The scripted model of the fifth process: it saves nothing itself; a side query reads the turn when it is over. */
export const fifthScript = {
  turns: [{ when: "Jest", text: correction.answer }],
  side: [
    {
      match: "take the notes",
      text: JSON.stringify({
        operations: [
          {
            op: "create",
            type: "feedback",
            scope: "project",
            name: correction.name,
            description: "when running or writing tests: node --test, not Jest",
            body: [
              "Tests of this project run with `node --test`.",
              "**Why:** no test runner as a dependency.",
              "**How to apply:** write and run tests with node:test alone.",
            ].join("\n"),
            quote: "Tests here always run with node --test",
          },
        ],
      }),
    },
  ],
};

/** The scripted model of the sixth: it answers only if the note stands in the very message of the prompt. */
export const sixthScript = { turns: [{ when: "node --test", text: correction.later }] };

/** The scratch project: what is committed, and the change that is staged. */
export const project = {
  name: "web-shop",
  committed: {
    "README.md": "# web-shop\n\nA shop that sells nothing.\n",
    "src/cart.js":
      "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  },
  staged: {
    "src/cart.js":
      'import { percentOff } from "./discount.js";\n\nexport function total(items, code) {\n  const sum = items.reduce((sum, item) => sum + item.price, 0);\n  return sum * (1 - percentOff(code) / 100);\n}\n',
    "src/discount.js":
      "const codes = { SPRING: 10 };\n\nexport function percentOff(code) {\n  return codes[code] ?? 0;\n}\n",
  },
} as const;
