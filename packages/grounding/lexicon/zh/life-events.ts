import type { LifeEventWords } from "../life-events.ts";

export const CHINESE_LIFE_EVENTS: LifeEventWords = {
  birth: "出生 生于 生於 诞生 誕生 生日 诞辰 誕辰 | 出世 降生",
  death:
    "逝世 去世 死亡 死于 死於 死因 卒于 卒於 病逝 病故 离世 離世 遇害 遇刺 被杀 被殺 自杀 自殺 处决 處決 阵亡 陣亡 | 逝于 去逝 身亡 辞世 辭世 驾崩 牺牲 安葬 亡故 死",
  marriage: "结婚 結婚 婚姻 婚礼 婚禮 妻子 丈夫 配偶 嫁给 嫁給 娶 | 成婚 完婚 再婚 夫人 夫妇 夫婦 太太",
  divorce: "离婚 離婚 | 分手 离异 離異",
  founding: "创立 創立 创办 創辦 创建 創建 成立 建立 创始 創始 | 设立 設立 建校 开办 開辦 组建 創業 创业",
};
