import { describe, expect, it } from "vitest";
import { SearchIndex, type SearchDocument } from "../search/index.ts";
import { relevantHits } from "./relevant-hits.ts";

/** Memories of one team, of words that recur. */
const subjects = "payments ledger scheduler importer gateway mailer exporter dashboard worker archive".split(
  " ",
);
const aspects = "timeouts retries naming logging ownership rollout schema quotas alerts fixtures".split(" ");
const facts =
  "Mara decides; see the wiki first|keep it below ten seconds|the nightly job reads its id at two|the user is asked before".split(
    "|",
  );

function memory(key: string, name: string, body: string, description = ""): SearchDocument {
  return { key, name, description, body };
}

function others(count: number): SearchDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `${subjects[at % 10]} ${aspects[Math.floor(at / 10) % 10]}`;
    return memory(
      `other-${at}`,
      name,
      `${name}: ${facts[at % 4]}, since sprint ${at % 90}.`,
      `what holds for ${name}`,
    );
  });
}

const special: SearchDocument[] = [
  memory("license", "E5822 license missing", "The build server lost its license."),
  memory("legacy", "legacy scanner", "E4711 comes from the old scanner and is harmless."),
  memory("cluster", "cluster access", "Use kubectl through the jump host."),
  memory("proxy", "local proxy", "The proxy listens on 8443."),
  memory("reset", "flaky uplink", "ECONNRESET means that the office router has dropped us."),
  memory("lookup", "missing accounts", "getUserById returns null for deleted accounts."),
  memory("zebra", "label printer", "the zebra quokka is its nickname"),
  memory(
    "staging",
    "staging deploy",
    "the staging deploy target is https://staging.example.com",
    "the staging deploy target is https://staging.example.com",
  ),
  memory("make", "make", "Recipes are indented by tabs."),
  memory("geometry", "几何", "用内部的库计算。"),
  memory("mapping", "对应", "字段见表格。"),
  memory("relation", "一对多", "用外键。"),
  memory("map", "지도", "타일은 내부 서버에 있다"),
  memory("city", "도시", "코드는 표준을 따른다"),
  memory("sushi", "すし", "金曜の昼ごはん"),
  memory("shorter", "release notes", "Keep them shorter than a page, nothing else."),
  memory("zh-release", "发布窗口", "周五下午不发布。"),
  memory("ja-deploy", "デプロイ手順", "ステージングで確認してからタグを打つ。ロールバックはコンソールから。"),
  memory("ko-backup", "백업 정책", "매일 밤 두 시에 데이터베이스를 백업한다."),
];

describe.each([20, 200, 10_000])("a prompt of few words among %d memories", (count) => {
  const index = new SearchIndex();
  for (const each of [...others(count - special.length), ...special]) index.put(each);
  const names = new Map(
    [...others(count - special.length), ...special].map(({ key, name = "" }) => [key, name]),
  );

  function brought(prompt: string): string[] {
    const hits = index
      .search(prompt, { limit: 20, explain: true })
      .map((hit) => ({ ...hit, id: hit.key, name: names.get(hit.key) ?? "", modified: null }));
    return relevantHits(hits, { prompt, total: index.size }).map(({ id }) => id);
  }

  it.each([
    ["E5822", "license"],
    ["e5822", "license"],
    ["E4711", "legacy"],
    ["kubectl", "cluster"],
    ["8443", "proxy"],
    ["ECONNRESET", "reset"],
    ["I get ECONNRESET", "reset"],
    ["what does ECONNRESET mean?", "reset"],
    ["user id", "lookup"],
    ["getUserById", "lookup"],
    ["zebra", "zebra"],
    ["Where should I deploy my changes to test them?", "staging"],
    ["make", "make"],
    ["几何", "geometry"],
    ["对应", "mapping"],
    ["一对多", "relation"],
    ["지도", "map"],
    ["도시", "city"],
    ["すし", "sushi"],
    ["什么时候可以发布", "zh-release"],
    ["デプロイ", "ja-deploy"],
    ["백업", "ko-backup"],
  ])("brings what is meant: %s", (prompt, key) => {
    expect(brought(prompt)).toEqual([key]);
  });

  it.each([
    ..."continue|commit this|run the tests|thanks, go on|looks good to me|fix it|yes|2|try again please|what else?|make it shorter|Why is the sky blue?".split(
      "|",
    ),
    ..."你在哪里|继续|谢谢|好的，提交吧|这里是什么|运行一下测试|没问题".split("|"),
    ..."ありがとうございます|続けてください|お願いします|ユーザーインターフェースの色|インターフェースはどうですか|それはいいですね|こんにちは".split(
      "|",
    ),
    ..."감사합니다|계속해 주세요|안녕하세요|이것은 무엇입니까|좋아요, 다음으로 가요|수정해 줘".split("|"),
  ])("brings nothing for talk: %s", (prompt) => {
    expect(brought(prompt)).toEqual([]);
  });
});
