/** Describes how a language says what fills a slot, as sources of patterns over whole words. */
export interface SlotWords {
  /** Prepositions before a place or a time, separated by spaces: a name after one is nobody's. */
  in?: string;
  /** Words for a time that is no date. */
  when?: string;
  /** Words that give a reason. */
  cause?: string;
  /** Offices, and the verbs of those who hold them. */
  office?: string;
  /** Asks who holds an office now, unless `then` matches too. */
  now?: string;
  then?: string;
  /** Says that an office is held no longer, unless `present` matches too. */
  past?: string;
  present?: string;
  /** Asks what holds today, and says that it has ended. */
  today?: string;
  ended?: string;
  /** Says that something is only planned or supposed, and asks about what is still to come. */
  planned?: string;
  ahead?: string;
  /** Nouns for the one after and before another. */
  successor?: string;
  predecessor?: string;
  /** Prepositions and verbs before the name that somebody came after, or before. */
  after?: string;
  before?: string;
  /** Auxiliaries of the passive voice. */
  passive?: string;
  /** Pronouns for people who do something. */
  agents?: string;
  /** Stems of words that units, sums of money, quotes and dates express without them. */
  implied?: string;
  /** Stems of words for one deal: a price may be told with any of them. */
  deal?: string;
  /** Counted nouns that an answer may leave out, and units that a question in lower case may count. */
  loose?: string;
  counted?: string;
  /** Adjectives that ask for a measure ("how tall"), and a pattern for its units. */
  measures?: readonly { asked: string; units: string }[];
  /** Adjectives that say which measure is meant. */
  dimensions?: string;
  /** Asks for a sum of money, and the currencies. */
  asksMoney?: string;
  money?: string;
}
