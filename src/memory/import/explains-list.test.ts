import { expect, it } from "vitest";
import { explainsList } from "./explains-list.ts";

it.each([
  "One line for each file.",
  "One line a file.",
  "One line per memory, sorted by topic.",
  "This is the index of all memories of this project.\nEach entry points to a markdown file.",
  "The following memories are stored here:",
  "Long-term memory (one file per topic).",
  "每行一个文件。",
  "每行一个文件，按主题排列。",
  "以下是本项目的记忆文件。",
  "本文件是记忆的索引，每条指向一个文件。",
])("knows what only tells what a list is: %s", (text) => {
  expect(explainsList(text)).toBe(true);
});

it.each([
  "Deploy only from main. Log files go to /var/log/shop.",
  "Each file must be listed in the index.",
  "Always sort each index.",
  "One file per topic, 200 lines.",
  "One index per tenant.",
  "This index is `project_a`.",
  "**One** line per file.",
  "Each file in lists/index.",
  "These files.",
  "The list of hosts is in etcd.",
  "数据库的索引每晚重建。",
  "每行不超过一个文件。",
  "每个索引必须有说明。",
  "每行 4 个文件。",
  "",
])("takes nothing for it that may be a fact: %s", (text) => {
  expect(explainsList(text)).toBe(false);
});
