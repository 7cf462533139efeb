import type { SentenceWords } from "../sentence-words.ts";

export const JAPANESE_SENTENCES: SentenceWords = {
  abbreviations: "",
  openEnded: "",
  subjects: "",
  refersBack:
    /^(?:彼(?!岸|杵)|彼女|彼ら|これ|それ|この(?!他)|その(?!他)|あの|こちら|こう|同(?:氏|社|年|国|市|作|月|書|曲|校|人|館|地|県|町)|前者|後者|氏は)/,
  refersToNothing: /^(?:この(?:記事|項目|ページ)|これまで(?!に)|それでは|その他)/,
};
