/** Words by which a person steers an agent, whatever it is about. */
import { allTerms } from "../text/index.ts";

const words =
  "yes yep yeah no nope ok okay sure right correct exactly fine good great nice cool perfect awesome well thanks thank thx please sorry " +
  "hi hello hey bye morning continue go going ahead proceed carry keep next again retry repeat try stop wait pause cancel abort skip " +
  "start begin finish finished done complete ready run rerun execute test tests build compile lint format fix fixed bug error errors issue problem " +
  "commit push pull merge rebase undo redo revert save open close show explain describe summarize summarise look see check verify review read write " +
  "print list find search use add create new remove delete change changes update edit move rename refactor clean improve simplify implement apply " +
  "work works working job code file files function line lines step first last second other option " +
  "now today tomorrow later soon before maybe think mean say said answer question help ask time wrong remember forget forgot else instead " +
  "继续 好的 好吧 谢谢 感谢 多谢 你好 您好 再见 开始 停止 暂停 取消 重试 再来 一次 重来 再试 试试 下一 一步 运行 执行 测试 编译 构建 提交 推送 修复 修改 改一 改下 删除 添加 增加 更新 " +
  "解释 说明 看看 看一 检查 查看 帮忙 明白 了解 问题 没问 不行 不用 不对 可以 完成 结束 搞定 代码 文件 错误 现在 今天 明天 " +
  "ありがとう ございます お願いします はい いいえ 続けて 続き 次 修正 実行 確認 説明 了解 " +
  "계속 감사 고마 안녕 좋아 네 아니 다음 실행 수정 확인 설명 부탁";

/**
 * Whether a term, as the index has it, only says what to do next. Most prompts ask for one term or none, so only words
 * that begin like it are read.
 */
export function isSteering(term: string): boolean {
  const beginning = term.slice(0, 2);
  const alike = words.split(" ").filter((word) => word.includes(beginning));
  return alike.length > 0 && allTerms(alike.join(" ")).some(({ text }) => text === term);
}
