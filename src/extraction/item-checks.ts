/** What can be told of an item from its words alone. */
import { spokenWords, weightOfWords } from "./spoken-words.ts";

const ENGLISH_DAY =
  /\b(?:today|tonight|tomorrow|yesterday|just now|the day (?:after tomorrow|before yesterday)|(?:this|next|last|coming|past|previous|following) (?:morning|afternoon|evening|night|week(?:end)?|month|quarter|year|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|in (?:a|an|one|two|three|four|five|six|a few|a couple of|the next|\d+)(?: \w+)? (?:days?|weeks?|months?)|(?:a|an|one|two|three|four|five|six|a few|\d+) (?:hours?|days?|weeks?|months?|years?) (?:ago|from now)|(?<!\bevery )(?:by|until|till|before|due|since) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:end|beginning|start) of (?:the|this|next) (?:day|week|month|quarter|year))\b/iu;
const CHINESE_DAY =
  /今天|今日|今晚|今早|昨天|昨日|昨晚|前天|明天|明日|明早|明晚|后天|大后天|刚才|刚刚|(?:这|本|上|下)(?:个)?(?:周|星期|礼拜|月|季度|年)(?!期)|今年|明年|去年|后年|前年|(?:[一二两三四五六七八九十几\d]+)(?:个)?(?:小时|天|周|星期|礼拜|月|年)(?:之?前|之?后|以前|以后)|周[一二三四五六日天](?:之?前|截止)|(?:月|年|周)底/u;
const JAPANESE_DAY = /明後日|一昨日|先週|来週|今週|先月|来月|今月|昨年|来年|さっき/u;
const ABSOLUTE_DAY =
  /\b\d{4}-\d{1,2}(?:-\d{1,2})?\b|\b\d{4}\/\d{1,2}\/\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:Q[1-4]|[CK]W ?\d{1,2}) ?\/?\d{4}|\d{4}\s*年|\d{1,2}\s*月\s*\d{1,2}\s*[日号]/iu;
/** Rules speak of any day: `every week`, `always ... yesterday's`. Quoted words are meant as words. */
const ANY_DAY = /\b(?:every|each|always|whenever|never|daily|weekly|usually)\b|每|总是|永远|一律|都要|任何/iu;
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|'[^'\n]{1,40}'(?![a-z])/gu;

/** Whether a text tells a day that only its own day makes sense of, with no date beside it. */
export function hasRelativeDate(text: string): boolean {
  return text.split(/[\n。！？；;]|[.!?](?=\s|$)/u).some((sentence) => {
    const plain = sentence.replace(QUOTED, " ");
    const isRelative = ENGLISH_DAY.test(plain) || CHINESE_DAY.test(plain) || JAPANESE_DAY.test(plain);
    return isRelative && !ABSOLUTE_DAY.test(sentence) && !ANY_DAY.test(plain);
  });
}

const SOURCE_FILE =
  "(?:[cm]?[jt]sx?|vue|svelte|py[iw]?|go|rs|java|kts?|scala|swift|c|cc|cpp|cxx|h|hh|hpp|mm?|cs|fs|rb|php|pl|lua|r|jl|dart|exs?|erl|hs|clj|zig|nim|sh|bash|zsh|ps1|sql|graphql|proto|html?|s?css|less|jsonc?|ya?ml|toml|ini|xml|md|mdx|txt|tf|gradle|cmake|mk|lock)";
const PLACES: readonly RegExp[] = [
  // `host.example.sh:8080` is an address: what could be a host needs a slash before it, and no scheme.
  new RegExp(
    `(?<![\\w:/.-])(?:[\\w@.~-]*[/\\\\])*[\\w@-][\\w@.-]*\\.${SOURCE_FILE}["'\`]?(?::|#L|\\()\\d+`,
    "iu",
  ),
  new RegExp(`\\.${SOURCE_FILE}\\b["'\`)]{0,3},? (?:at |on |in |\\()?lines? \\d+`, "iu"),
  new RegExp(`\\blines? \\d+(?:\\s?[-–]\\s?\\d+)? (?:of|in) ["'\`]?[\\w@./\\\\-]+\\.${SOURCE_FILE}\\b`, "iu"),
  new RegExp(`\\.${SOURCE_FILE}["'\`]?\\s*(?:的|文件)?(?:中的?|里的?)?\\s*第?\\s*\\d+\\s*行`, "iu"),
];
const HOST_LIKE = /^[\w-]+(?:\.[\w-]+)+\.(?:rs|sh|md|py|pl|mm?|cc|cs|hs|mk|tf|lua|r)["'`]?[:#(]/iu;

/** The first place in code (`path:line`) that a text names; undefined for none. It moves with the next edit. */
export function codePlaceIn(text: string): string | undefined {
  for (const place of PLACES) {
    const found = place.exec(text)?.[0];
    if (found !== undefined && !(HOST_LIKE.test(found) && !/[/\\]/.test(found))) return found;
  }
  return undefined;
}

/** Words that agree and say nothing else. */
const ASSENT = new Set(
  (
    "yes yep yeah yup ok okay k sure right correct exactly fine good great nice cool perfect thanks thank thx you please no nope well go ahead do it that is s " +
    "好 的 对 是 行 嗯 可 以 谢 你 啦 吧 了 没 错 不 哦 啊 はい ええ 네 예"
  ).split(" "),
);

/**
 * Tells whether a quote stands in the person's words, and says something. Blanks, quote marks, case and Markdown make
 * no difference.
 */
export function quotesFrom(person: string): (quote: string) => boolean {
  const said = ` ${wordsOf(withoutCode(person))} `;
  return (quote) => {
    const wanted = spokenWords(quote);
    if (weightOfWords(wanted) < TELLING_QUOTE || wanted.every(({ text }) => ASSENT.has(text))) return false;
    return said.includes(` ${wanted.map(({ text }) => text).join(" ")} `);
  };
}

/** Weight of two words, or of three characters. */
const TELLING_QUOTE = 3;

// What stands in a fence was pasted: a log or a letter can say "always" too.
function withoutCode(text: string): string {
  return text.replace(/^[ \t]*(```|~~~)[^\n]*\n[^]*?(?:^[ \t]*\1[^\n]*$|(?![^]))/gmu, "\n");
}

function wordsOf(text: string): string {
  return spokenWords(text)
    .map((word) => word.text)
    .join(" ");
}
