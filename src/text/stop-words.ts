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

/** Function characters: pronouns, particles, question words, copulas, and what only counts or points. */
const characters = new Set(
  "的了是我你您他她它们咱这那哪什么怎吗呢吧啊呀哦嘛啦喔和与及或而且但就都也还又很太挺更最再才只请把被让给对从到得地着过之其所以于在有没不要会能可该应想个些一下为何谁几多少样" +
    "はがをにでとのもへやかねよわらまたいすしるれなこそあどうてだっりくけせおきつえん" +
    "은는이가을를에의도로와과고다요지니해하한기나면서시어아았었게까",
);

/** Function words that hold another character too. */
const pairs = new Set(
  "请问 告诉 知道 时候 来着 现在 一般 帮我 觉得 用来 用的 합니 습니 니다 하는 하고 어떻 떻게 무엇 주세 세요 있는 에서 으로 까지 해줘 하게 인가".split(
    " ",
  ),
);

/** Whether one or two characters of an unspaced script carry nothing of what a question is about. */
export function isStopCharacters(text: string): boolean {
  return pairs.has(text) || [...text].every((character) => characters.has(character));
}
