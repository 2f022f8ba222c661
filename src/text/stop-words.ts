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
