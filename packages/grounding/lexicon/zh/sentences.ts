import type { SentenceWords } from "../sentence-words.ts";

export const CHINESE_SENTENCES: SentenceWords = {
  abbreviations: "",
  openEnded: "",
  subjects: "",
  refersBack:
    /^(?:他|她|它|牠|祂|此(?!外)|这|這|那(?!不勒斯|霸)|其(?!他|它|实|實|余|餘|间|間)|前者|后者|後者|同年|同月|当时|當時)/,
  refersToNothing: /^(?:这是一(?:份|个)(?:列表|条目)|本(?:条目|條目|文|页|頁)|这样一来|他山)/,
};
