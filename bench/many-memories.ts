/**
 * Any number of memories, the same on every machine: the small words of English between words of a language that
 * nobody speaks and Chinese ones, each as often as in a language that people do.
 */

export interface MadeMemory {
  id: string;
  slug: string;
  name: string;
  description: string;
  body: string;
}

const syllables = "ba ce di fo gu ka le mi no pu ra se ti vo zu sta pri klo dre fla gri sno tre".split(" ");
const characters =
  "部署测试数据库迁移缓存提交回滚发布审查超时队列配置接口日志监控权限用户订单支付退款网络节点镜像容器";

const smallWords =
  "the of to a in is and for on we that with it be as are this by at from or when how what where do should".split(
    " ",
  );
/** Of a hundred words of English, about so many are small. */
const smallShare = 0.4;

/** Numbers from 0 to 1 that look like chance, from a seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Word number `rank`: the low ones come often, as in a language. */
function word(rank: number): string {
  if (rank % 5 === 4) {
    const at = (rank * 7) % (characters.length - 2);
    return characters.slice(at, at + 2) + (characters[(rank * 13) % characters.length] ?? "");
  }
  let rest = rank + 1;
  let text = "";
  for (; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length] ?? "";
  return text;
}

const vocabulary = 20_000;

function wordsOf(next: () => number, count: number): string {
  // Zipf's law, near enough: each tenfold of ranks comes equally often.
  const words = Array.from({ length: count }, () =>
    next() < smallShare
      ? (smallWords[Math.floor(smallWords.length * next())] ?? "")
      : word(Math.floor(vocabulary ** next())),
  );
  return words.join(" ");
}

/** Memory number `number`. */
export function madeMemory(number: number): MadeMemory {
  const next = chance(number + 1);
  const slug = `memory-${number}`;
  const name = wordsOf(next, 3);
  return { id: slug, slug, name, description: wordsOf(next, 10), body: wordsOf(next, 60) };
}

export function madeMemories(count: number): MadeMemory[] {
  return Array.from({ length: count }, (_, number) => madeMemory(number));
}

/** Question number `number`: eight words, of which a memory holds some. */
export function madeQuestion(number: number): string {
  return wordsOf(chance(number + 1_000_003), 8);
}

/** The file of a memory. */
export function madeFile({ name, description, body }: MadeMemory): string {
  return `---\nname: ${name}\ndescription: ${description}\ntype: feedback\nmodified: 2026-11-29T17:15:00Z\n---\n${body}\n`;
}
