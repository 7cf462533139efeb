import type { LanguageWords } from "../language-words.ts";

/**
 * Without spaces a stop word is a run of characters; hiragana, which carries the grammar, is left out as a
 * whole.
 */
export const JAPANESE_WORDS: LanguageWords = {
  stopWords:
    "誰 何 何時 何処 何故 何人 何年 何歳 幾つ 彼 彼女 彼等 私 僕 我々 此 其 等 的 者 事 物 時 為 様 中 又 及 或 つ もの こと ため これ それ あれ この その あの ここ そこ " +
    "どこ だれ いつ なぜ どう どの どれ について とは です ます した ある いる する なる れる られる から まで より など",
  pronouns:
    "彼 彼女 彼ら 彼等 彼女ら これ それ これら それら この その あの こちら 同氏 同社 同年 同国 同市 同作 前者 後者 氏",
  months: [
    "一月|1月",
    "二月|2月",
    "三月|3月",
    "四月|4月",
    "五月|5月",
    "六月|6月",
    "七月|7月",
    "八月|8月",
    "九月|9月",
    "十月|10月",
    "十一月|11月",
    "十二月|12月",
  ],
  common: "",
};
