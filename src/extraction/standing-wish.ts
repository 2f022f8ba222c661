/**
 * Whether a person says how things are to be from now on. Known by words alone, so it costs no call; a question, a
 * report ("it always fails"), quoted words and code hold the same words and wish nothing.
 */

/** Longer messages are pasted for the most part. */
const MOST_CHARACTERS = 20_000;

/** Whether one sentence of a message is a standing wish: `from now on`, `never push to main`, `以后都用 pnpm`. */
export function standingWish(message: string): boolean {
  // Most messages hold none of the words, and making the patterns costs more than all else of a hook.
  return (
    hint.test(message) &&
    sentencesOf(withEmphasis(withoutMentions(message.slice(0, MOST_CHARACTERS)))).some(isWish)
  );
}

/** No sentence without one of these is a wish. */
const hint =
  /always|never|ever|from (?:now|here|this|today)|forward|henceforth|rule|record|reference|future|again|any ?more|remember|mind|forget|note|each time|next time|no more|by default|further notice|habit|later|ab (?:jetzt|sofort)|künftig|zukunft|nie wieder|désormais|dorénavant|partir|ahora|diante|ora in poi|впредь|отныне|从现|从今|从此|即日|不想再|再也|凡是|一律|统一|默认|今[後后]|これから|次から|二度と|以后|往后|[别要许准勿]再|记住|记得|牢记|记[一下]|永远|总是|一直|始终|务必|下[次回]|每次/i;

/** Words that are talked about: quoted, in code, `restart: always` of a file, `never and always`. */
function withoutMentions(text: string): string {
  return text
    .replace(/^[ \t]*(```|~~~)[^]*?(?:^[ \t]*\1|(?![^]))/gmu, "\n")
    .replace(/^[ \t]*>.*$/gmu, "\n")
    .replace(
      /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|《[^》\n]*》|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
      " _ ",
    )
    .replace(
      /\b(?!note|rule|important|remember|reminder)(\w+): ?(?:always|never)(?=[.!,;]*(?:$| (?:in|on|at|for|to|from|of|as|and|or)\b))/gimu,
      "$1: _",
    )
    .replace(/\b(?:always|never) (?:and|or|vs\.?|versus) (?:always|never)\b/giu, "_");
}

/** `Use tabs. Always.` is one sentence, and `never, ever push` or `never, if you can, push` is `never push`. */
function withEmphasis(text: string): string {
  return text
    .replace(/[.!,] +(always|ever|never)(?=[.!]*[ \t]*$)/gimu, " $1")
    .replace(/\b(always|never),? (?:always|ever|never)\b,?/giu, "$1")
    .replace(/\b(always|never), [^,.\n]{1,40}, /giu, "$1 ");
}

/** The sentences of a text, each with its stop. */
export function sentencesOf(text: string): string[] {
  return text.match(/[^\n。！？!?；;.]+(?:\.(?=\S)[^\n。！？!?；;.]*)*[。！？!?；;.]*/gu) ?? [];
}

function isWish(sentence: string): boolean {
  const plain = plainOf(sentence);
  if (isQuestion(plain)) return askedAsWish.test(plain);
  if (anywhere.some((phrase) => phrase.test(plain))) return true;
  const isTask = task.test(plain);
  return [plain, ...clausesOf(plain)].some((clause) => {
    if (reports.some((report) => report.test(clause))) return false;
    if (indirectQuestion.test(clause)) return false;
    if (isTask && ruleOfKind.test(clause)) return false;
    return beginnings.some((beginning) => beginning.test(clause)) || isRuleForEachTime(clause);
  });
}

/** Whether a sentence asks something, also as an order: `tell me where it is`. */
export function asks(sentence: string): boolean {
  const plain = plainOf(sentence);
  return isQuestion(plain) || indirectQuestion.test(plain);
}

function plainOf(sentence: string): string {
  return sentence.trim().toLowerCase().replaceAll("’", "'");
}

function isQuestion(sentence: string): boolean {
  if (/[?？][\s)）]*$/u.test(sentence)) return true;
  return /^(?:why|how|what|when(?! (?:you|we|i|it|the|a|an|my|our)\b[^,]*,)|where|which|who|does|do (?:you|we|i|they)|did|is|are|was|were|has|have (?:you|we|i|they)|can|could|would|should (?:i|we|it))\b|^(?:为什么|为何|怎么|是不是|能不能|有没有|你还记得)|(?:吗|呢|么)[\s。]*$/u.test(
    sentence,
  );
}

/** Politeness, not a question. */
const askedAsWish = /^(?:can|could|would|will) you (?:please )?(?:always|never|from now on)\b/u;

/** `Explain when to use never`. */
const indirectQuestion =
  /^(?:please |ok |now )*(?:explain|describe|tell me|show me|look up)(?: to me)? (?:when|what|how|why|which|where|who|whether|the (?:difference|meaning))\b(?!.*\b(?:(?:every|each) time|whenever|from now|going forward|in future)\b)/u;

function clausesOf(sentence: string): string[] {
  return sentence
    .split(/[,，、:：—–]|\s-\s|\s(?:and|but|so|then)\s/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

/** What is wrong now is to be mended: no rule for later. */
const task =
  /[,;–—-] ?(?:(?:so|and|please|pls|can you|now|but) )*(?:fix|mend|correct|repair|debug|investigate|look into|find out|check why)\b|\b(?:should|must|shall) (?:always|never) (?:\p{L}+ )*this (?!repo|project|code|package|folder|team|branch)\p{L}+/u;

/** They say it wherever they stand. */
const anywhere: readonly RegExp[] = [
  /\bfrom (?:now|here|this point|today) (?:on|onwards?|forward)\b|\bgoing forward\b|\bhenceforth\b|\bas a (?:general )?rule\b(?! of)|\bfor (?:the|your|future) (?:record|reference)\b/u,
  /(?:^|[,.] ?)in (?:the )?future\b(?!,? (?:we|it|this|there|they|i) (?:might|may|could|will|would))(?![\p{L} ]*,? (?:the|a|an|our|my|your|some) [\p{L} ]{1,30}(?:might|may|could)\b)|\bin (?:the )?future[,.!]*$/u,
  /\buntil further notice\b/u,
  /(?:^|[,.] ?)(?:in|for|on|with) (?:(?:all|any|every|each|my|our|your) )?(?:future|later) (?:sessions?|conversations?|chats?|tasks?|answers?|repl(?:y|ies)|commits?|messages?|prs?|pull requests?|projects?|work)\b(?!,? (?:we|it|this|there|they|i) (?:might|may|could|will|would))/u,
  /从现在(?:起|开始)|从今(?:天起|往后|以后)|再也(?:不要|别)|凡是.*都/u,
  /(?:一律|统一)(?:都|要)?(?:不要?|别|用|使用|写|先|按|走)/u,
  /今後は|これからは|次からは|二度と[^。]*ないで/u,
  /\b(?:ab (?:jetzt|sofort)|künftig|in zukunft|nie wieder|désormais|dorénavant|à partir de maintenant|a partir de ahora|de ahora en adelante|daqui em diante|d'ora in poi|впредь|отныне)(?![\p{L}])/u,
];

const VERBS =
  "run|use|add|update|bump|write|check|ask|show|keep|put|tell|include|explain|start|test|format|sort|commit|tag|name|prefix|avoid|answer|don't|do";
const MORE_VERBS = `${VERBS}|indent|squash|rebase|pin|quote|sign|lint|document|order|place|leave|make|return|prefer|import|export|declare|wrap|mock|cover|verify|confirm|review|summari[sz]e|cite|list|limit|handle|validate|escape|build|deploy|push|merge|pull|branch|open|close|create|generate|reply|respond|speak|talk|translate|comment|spell|call|set|choose|pick|go|give|take|split|group|end|begin|stop|skip|install|log|read|wait|delete|remove|rename|touch|change|edit|force-push`;
const REPORTED =
  "fails?|failed|failing|breaks?|broke|broken|crash(?:es|ed)?|hangs?|hung|is|are|was|were|does|did|has|have|had|gets?|got|throws?|threw|returns|returned|takes|took|works?|worked|runs|ran|stays?|seems?|looks?|happens?|happened|comes?|came|shows|showed|times?|dies?|died|passe[sd]|succeeds?";
const POLITE = "(?:(?:please|also|ok|okay|hey|again|important|note|rule|btw|yes|no|well|still)\\s+)*";
const ASKED =
  "(?:you (?:should|must|need to|have to|can|are to)\\s+|(?:make|be) sure (?:that )?(?:to |you )?|let's |we (?:should|must|need to)\\s+|i (?:want|need|'d like|would like|expect) you to\\s+|i (?:'d )?|remember to )?";
const POLITE_ZH =
  "(?:请你?|麻烦|拜托|你们?|我们|咱们|大家|那|别忘了|另外|还有|嗯|好的?|对了|务必|一定要?|要|帮我|给我|我(?:希望|要求|想让)你?|也|都|以后|今后)*";
const DO_ZH = "(?:不要|不许|不能|别|先|用|写|把|按|给|保持|使用|遵循|遵守|问|加|跑|更新|检查)";

/** What an agent does, and no program on its screen: `by default, hide the sidebar` is a task. */
const BY_DEFAULT =
  "run|use|write|add|answer|reply|respond|speak|ask|commit|test|prefer|format|lint|avoid|target|push|squash|rebase|sign|don't|do not";
const BROKEN_ZH = "会|就?报错|失败|崩溃|出错|不能|无法|打不开|变慢|卡|一直|总是|没法";
/** What holds for all of a kind is a rule; what `the` function must never do is a task. */
const ruleOfKind =
  /^(?!the |this |that |it |my |your |its |a |an )[\p{L} ]{3,40} (?:should|must|shall) (?:always|never)\b/u;

/** They say it at the beginning of a clause; in its middle they tell what something does. */
const beginnings: readonly RegExp[] = [
  new RegExp(`^${POLITE}(?:please )?${ASKED}(?:please )?(?:always|never)\\s+(?!mind\\b|on\\b)\\p{L}`, "u"),
  new RegExp(`^${POLITE}(?:don't|do not) (?:ever\\b|(?:.* )?(?:again|any ?more)\\b)`, "u"),
  new RegExp(`^${POLITE}(?:stop|don't|do not|no) .* ever[.!]*$`, "u"),
  /^i (?:never|always|don't ever) want\b|^we (?:always|never) \p{L}/u,
  ruleOfKind,
  new RegExp(
    `^${POLITE}(?:remember\\b(?!\\s(?:me|when|how)\\b)|keep in mind\\b|don't forget (?:that\\b|_)|make a note\\b|note for (?:the )?(?:future|later)\\b)`,
    "u",
  ),
  new RegExp(
    `^${POLITE}(?:every|each) time (?:you|we)\\b|^${POLITE}whenever (?:you|we)\\b|^${POLITE}next time\\b(?! it\\b| they\\b)`,
    "u",
  ),
  new RegExp(`^${POLITE}(?:${VERBS})\\b.*\\b(?:(?:every|each) time|whenever) (?:you|we)\\b`, "u"),
  new RegExp(`^${POLITE}(?:${VERBS})\\b.* (?:always|every (?:single )?time)[.!]*$`, "u"),
  // A subject and what it does always is a report: `lint fails always`.
  new RegExp(
    `^${POLITE}(?:${MORE_VERBS})\\b(?!s?\\s+(?:still\\s+)?(?:${REPORTED})\\b)(?!.*\\b(?:${REPORTED})\\b).*(?<![:=]) (?:always|never)(?: please)?[.!]*$`,
    "u",
  ),
  new RegExp(`^${POLITE}no more \\p{L}`, "u"),
  new RegExp(`^${POLITE}by default,? (?:please |always |never )*(?:${BY_DEFAULT})\\b`, "u"),
  new RegExp(
    `^${POLITE}${ASKED}(?:make it (?:a|your) (?:habit|rule)|make a habit of|get (?:in|into) the habit of)\\b`,
    "u",
  ),
  new RegExp(`^${POLITE_ZH}从(?:今天|今日|即日)(?:起|开始)(?!.*(?:${BROKEN_ZH}))`, "u"),
  new RegExp(
    `^${POLITE_ZH}我?(?:(?:以后|今后)(?:都|再也)?不想再?|不想再|再也不想)(?:看到|看见|见到)(?!.*(?:${BROKEN_ZH}|[出的]错|错误|bug|问题))`,
    "u",
  ),
  new RegExp(
    `^${POLITE_ZH}默认(?:情况下)?[，,]?(?:都|请|就|先)*(?:用(?!户)|使用(?!的)|写(?!的)|按(?!钮|键)|走|跑|不要|别)(?!.*(?:${BROKEN_ZH}))`,
    "u",
  ),
  new RegExp(
    `^${POLITE_ZH}(?:以后|今后|往后|从此)(?!再|会|可能|还会|有空|吧|怎么|考虑|的版本|的事|的话)\\S`,
    "u",
  ),
  new RegExp(`^${POLITE_ZH}(?:别再|不要再|不许再|不准再|勿再)`, "u"),
  new RegExp(
    `^${POLITE_ZH}(?:记住|记得|牢记|记一下|记下来?)(?!密码|登录|用户名|我(?:的?(?:按钮|选项|功能|复选框))|功能|吗)`,
    "u",
  ),
  new RegExp(`^${POLITE_ZH}(?:永远|总是|一直|始终|一律|务必)(?:都|要|得)?${DO_ZH}`, "u"),
  new RegExp(`^${POLITE_ZH}(?:下次|下回)(?:请|你|要|记得|直接)*${DO_ZH}`, "u"),
];

/** `Never saw that`, `always failing`: what was, not what is to be. */
const reports: readonly RegExp[] = [
  /\b(?:always|never)\s+(?:\p{L}+ed|saw|seen|had|heard|been|got|gotten|was|were|is|are|knew|thought|did|does|\p{L}+ing|the same)\b/u,
  /^i (?:always|never) (?!want\b)/u,
  /\b(?:can't|cannot|don't|didn't|couldn't) remember\b/u,
];

/** `每次提交前都先跑 lint`, unlike `每次点击它都会崩溃`. */
function isRuleForEachTime(clause: string): boolean {
  const isRule = new RegExp(
    `^${POLITE_ZH}每次[^]*(?:都?要(?![\\d一二两三四五六七八九十几半好多])|都?得|(?:前|后|时|的时候)${DO_ZH}|必须|应该|请(?!求)|都?先|记得|务必|别|不要|都用)`,
    "u",
  );
  return isRule.test(clause) && !/会|失败|报错|崩溃|出错|才有|太慢/u.test(clause);
}

/** For the model, with the next prompt: words of the person that sounded lasting are not kept yet. */
export const nudgeReminder =
  "The person's last message seems to hold a lasting wish or fact (always, never, from now on, remember), and nothing of it was saved. If it should hold in later sessions, save it now with Memory (type feedback for how to work, user for who they are, project or reference for this project), with the reason they gave, and update a memory that covers it rather than add another. If it was only for that task, do nothing and do not mention this.";
