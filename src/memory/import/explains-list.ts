/**
 * Whether a paragraph tells what a list of memories is, and nothing else: all its words are such as one says that with.
 * A single other word, a figure, a path or a word of duty may make a fact of it, and a fact must not be lost.
 */
export function explainsList(paragraph: string): boolean {
  const rest = paragraph.replace(WORDS, "");
  return /^[\s.,;:!?()"'–—\-。，、；：！？（）“”‘’「」]*$/u.test(rest) && isOnList(paragraph);
}

/** It points at the list or at what is in it. A file alone may be any file. */
function isOnList(paragraph: string): boolean {
  const isEach = /\b(?:each|every|one|per)\b|每/iu.test(paragraph);
  if (isEach && /\bfiles?\b|文件|檔案/iu.test(paragraph)) return true;
  const isThis = isEach || /\b(?:this|below|following)\b|以下|下面|下列|本/iu.test(paragraph);
  return isThis && LIST.test(paragraph);
}

const LIST = /\b(?:memory|memories|index|entry|entries|notes)\b|记忆|記憶|索引|条目|條目|笔记|筆記/iu;
const ENGLISH = [
  "memory|memories|index|entry|entries|notes?|files?|lines?|lists?|links?|topics?|titles?|headings?",
  "descriptions?|summary|summaries|details|contents?|markdown|project|agents?",
  "each|every|one|per|this|these|the|all|an?|it|its|which|that|here|below|following",
  "of|for|from|in|to|with|by|and|or|as|is|are",
  "listed|contains|describes|holds|points|saved|stored|kept|sorted|grouped|ordered",
  "short|long|term|persistent|newest|oldest|first",
].join("|");
const CHINESE = [
  "记忆|記憶|索引|条目|條目|笔记|筆記|文件|檔案|列表|清单|目录|链接|連結|主题|主題|标题|摘要|说明|說明|描述|内容|项目|專案",
  "每|各|一|行|个|個|条|條|份|这|這|本|该|此|是|为|的|里|中|和|与|及|所有|全部|以下|下面|下列",
  "列出|列在|包含|存放|保存|对应|對應|指向|按|排列|排序|分类|分組|分组",
].join("|");
const WORDS = new RegExp(`\\b(?:${ENGLISH})\\b|${CHINESE}`, "giu");
