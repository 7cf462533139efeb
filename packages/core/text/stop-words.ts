/** English words that carry no content of their own: articles, pronouns, prepositions, auxiliaries, question words. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those some any each every either neither both all no not nor none and or but if then else than so as " +
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself they " +
    "them their theirs themselves one ones who whom whose which what when where why how there here am is are was were be been being " +
    "do does did doing done have has had having can could may might must shall should will would of in on at by for from to into onto " +
    "with without within about above across after against along among around before behind below beneath beside between beyond " +
    "down during except inside near off out outside over past since through throughout till toward under until up upon via while " +
    "because though although also too very just only even still yet again ever never such same other another more most much many " +
    "few less least own please tell give let s t d ll re ve m don isn aren wasn doesn didn won"
  ).split(" "),
);
