import type { LifeEventWords } from "../life-events.ts";

export const JAPANESE_LIFE_EVENTS: LifeEventWords = {
  birth: "生まれ 誕生 出生 生年 | 出身 生誕",
  death: "死去 死亡 亡くな 没し 没年 死ん 死因 逝去 命日 暗殺 殺害 処刑 自殺 戦死 | 没 病死 急死 永眠 死",
  marriage: "結婚 婚姻 妻 夫 配偶者 | 再婚 夫人 嫁い 入籍",
  divorce: "離婚 | 離別 別居",
  founding: "設立 創業 創立 創設 建国 設立者 | 結成 発足 建て 開校 始め",
};
