/** Words with which a language asks for slots and fills them, as sources of patterns for whole words. */
export interface SlotWords {
  /** Prepositions before a place or a time, separated by spaces. A name after one is not a person's. */
  in?: string;
  /** Words for a time other than a date: "during", "spring". */
  when?: string;
  /** Words that give a reason. */
  cause?: string;
  /** Offices, and the verbs of those who hold them. */
  office?: string;
  /** Asks who holds an office now, unless `then` matches too. */
  now?: string;
  then?: string;
  /** Says that somebody no longer holds an office, unless `present` matches too. */
  past?: string;
  present?: string;
  /** `today` asks what is the case now; `ended` says that it no longer is. */
  today?: string;
  ended?: string;
  /** `planned` says that something is only planned or supposed; `ahead` asks about the future. */
  planned?: string;
  ahead?: string;
  /** Nouns such as "successor" and "predecessor". */
  successor?: string;
  predecessor?: string;
  /** Prepositions and verbs before the name that somebody came after, or before. */
  after?: string;
  before?: string;
  /** Auxiliaries of the passive voice. */
  passive?: string;
  /** Pronouns for people who do something. */
  agents?: string;
  /** Stems of words that an answer leaves out, because its unit, sum, quote or date says the same: "tall". */
  implied?: string;
  /** Stems of words for a purchase. Any of them fits a price: "cost", "bought for", "sold for". */
  deal?: string;
  /** `loose`: counted nouns that an answer may leave out. `counted`: units, also counted in lower case. */
  loose?: string;
  counted?: string;
  /** Adjectives that ask for a measure ("how tall"), and a pattern for its units. */
  measures?: readonly { asked: string; units: string }[];
  /** Adjectives that say which measure is meant. */
  dimensions?: string;
  /** `asksMoney` asks for a sum of money; `money` is a currency. */
  asksMoney?: string;
  money?: string;
}
