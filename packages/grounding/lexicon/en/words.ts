import type { LanguageWords } from "../language-words.ts";

export const ENGLISH_WORDS: LanguageWords = {
  stopWords:
    "a an the this that these those some any each every either neither both all no not nor none and or but if then else than so as " +
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself they " +
    "them their theirs themselves one ones who whom whose which what when where why how there here am is are was were be been being " +
    "do does did doing done have has had having can could may might must shall should will would of in on at by for from to into onto " +
    "with without within about above across after against along among around before behind below beneath beside between beyond " +
    "down during except inside near off out outside over past since through throughout till toward under until up upon via while " +
    "because though although also too very just only even still yet again ever never such same other another more most much many " +
    "few less least own please tell give let s t d ll re ve m don isn aren wasn doesn didn",
  pronouns:
    "he she it they his her hers him them its their theirs this these that those himself herself itself themselves",
  months: [
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sept|sep",
    "october|oct",
    "november|nov",
    "december|dec",
  ],
  common:
    "born died death birth lived year years day time people man woman life work works worked working world war city country first last " +
    "new old name named known called made make used use two three four many old long write wrote written explain describe find show " +
    "know need want help create list summarize compare get today during later founded president company university team played play " +
    "won win song movie film show season best largest capital population history meaning between like become became said says " +
    "author actor singer player director father mother wife husband son daughter news information background email meeting thanks hello",
};
