import type { SentenceWords } from "../sentence-words.ts";

export const KOREAN_SENTENCES: SentenceWords = {
  abbreviations: "",
  openEnded: "",
  subjects: "그는 그가 그녀는 그녀가 그들은",
  refersToNothing: /^이 (?:문서|페이지|글|목록)/,
};
