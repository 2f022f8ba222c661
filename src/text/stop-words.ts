/** Words of a question that say how it is asked, not what about. */

const english = new Set(
  (
    "a an the this that these those it its i me my we us our you your he him his she her they them their " +
    "myself ourselves yourself himself herself itself themselves mine ours yours hers theirs " +
    "who whom whose which what when where why how " +
    "am is are was were be been being have has had having do does did doing done will would shall should can could may might must ought " +
    "and or but nor so if then than as because while although though until unless since whether " +
    "of at by for with about against between into through during before after above below to from up down in out on off over under again once upon within without " +
    "here there all any both each few more most other some such no not only own same too very just also ever yet still already quite rather really " +
    "s t d m ll re ve don doesn didn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn ain let lets " +
    "please tell give get got gets make made want wants need needs like know one ones thing things something anything everything someone anyone"
  ).split(" "),
);

/** Whether a lower-case word carries nothing of what a question is about. */
export function isStopWord(word: string): boolean {
  return english.has(word);
}

/**
 * What never is half of a word of its own: particles, pronouns, pointing and asking words, copulas. A pair of one of
 * these and of any function character says nothing.
 */
const particles = new Set(
  "的了是我你您他她它们咱这那哪什么怎吗呢吧啊呀哦嘛啦喔和与及或而且但就都也还又很挺" +
    "はがをにでとのもへやかねよわらまたいすしるれなこそあどうてだっりくけせおきつえん" +
    "은는을를에의로와과",
);

/** Function characters that make words with one another too: 几何, 对应, 지도. */
const others = new Set(
  "太更最再才只请把被让给对从到得地着过之其所以于在有没不要会能可该应想个些一下里为何谁几多少样" +
    "그것이가도고다요지니해하한기나면서시어아었았게까",
);

/** Function words of other characters, and of those that make words with one another. */
const pairs = new Set(
  (
    "请问 告诉 知道 时候 来着 现在 一般 帮我 觉得 用来 用的 这里 那里 哪里 可以 能不 可不 不能 不可 不会 不要 不应 不该 不得 不想 不让 不给 不过 不对 不再 不多 不少 不在 不从 " +
    "没有 有没 没在 所有 所以 应该 一个 个一 一些 一下 一样 有些 有一 有个 有几 有多 有何 多少 几个 多个 要不 会不 想不 该不 得不 对不 还不 想要 要想 要把 想把 把一 能把 能在 会在 应在 " +
    "能够 要在 只能 只要 只有 只会 只在 才能 才会 再把 请把 请给 请再 给个 给一 在于 对于 由于 其他 其它 为何 为谁 得到 得以 以为 从不 从何 到一 在一 在这 在哪 在那 之一 过一 以下 下一 更多 更少 最多 最少 太多 " +
    "可能 最可 只可 会有 能有 得有 到有 没给 得给 想想 想到 没想 不到 不太 能让 得让 个地 个在 地在 在想 过得 一会 " +
    "그것 이것 그가 그도 그다 그런 것이 것도 것다 입니 합니 습니 니다 하는 하고 어떻 떻게 무엇 주세 세요 있는 에서 으로 까지 해줘 하게 인가 하지 하기 하면 하나 하니 하다 하어 해서 해도 해요 한다 하시 시면 시고 시니 시나 " +
    "니까 나요 까요 가요 지요 어요 아요 게요 이다 이고 이나 이면 이가 이지 이니 어서 아서 면서 어도 아도 었다 았다 었어 았어 었고 았고 었나 았나 었지 았지 다고 다면 다가 고요 고서 나면 서요 어가 아가 가면 가고 가서"
  ).split(" "),
);

/** Whether one or two characters of an unspaced script carry nothing of what a question is about. */
export function isStopCharacters(text: string): boolean {
  if (pairs.has(text)) return true;
  const characters = [...text];
  if (!characters.every((character) => particles.has(character) || others.has(character))) return false;
  return characters.length === 1 || characters.some((character) => particles.has(character));
}
