/** Words that only English has lists of. Lists of lines have one class or kind a line. */
export interface EnglishTerms {
  /**
   * Words by weight, as an inverse document frequency in four steps: the rarer the word, the heavier. The
   * table is a manual estimate of how common words are and was not counted from a corpus.
   */
  weights: Readonly<Record<string, string>>;
  /** Words whose forms no spelling rule relates: the base form, then the others. */
  irregular: readonly string[];
  /**
   * Words of one topic, one class a line: a question asks who "founded", a source says "was established by".
   * They find the sentence that a question is about, and do not mean the same: "son" and "daughter".
   */
  synonyms: readonly string[];
  /** Words that may replace each other in a true statement, one class a line. Chosen by hand. */
  equivalents: readonly string[];
  /**
   * Words that decide what a statement says of somebody, of news and biographies, one class a line. Only a
   * word of the same class may replace one.
   */
  decisive: readonly string[];
  /** Phrases of function words that mean one of these words: the word, then the pattern of the phrase. */
  idioms: readonly (readonly [word: string, phrase: RegExp])[];
  contrasts: Contrasts;
  offices: OfficePatterns;
  world: WorldWords;
  topics: {
    /** Words of encyclopaedic questions: works, offices, places, contests, species, and facts about them. */
    knowledge: string;
    /** Words about software. Two different ones indicate a question about code. */
    software: string;
    /** Errands that an assistant runs on the user's own accounts and devices. */
    errands: string;
    /** Common nouns, verbs and adjectives. Two in a row must not be taken for a name in lower case. */
    everyday: string;
    /** Given names that are also common words; only a capital shows which is meant. */
    givenNamesToo: string;
  };
}

/** Words that distinguish things of one kind. */
interface Contrasts {
  /**
   * Each line is one kind, with bars between the alternatives: a sentence about the oldest son does not
   * answer a question about the youngest. Words of one alternative are synonyms.
   */
  alternatives: readonly string[];
  /** Alternatives that distinguish only the noun right after them: North Korea, the home kit. */
  beforeNoun: readonly string[];
  /** Pairs of relatives, each of which implies the other: the sister of a brother has a brother. */
  mutualRelatives: readonly string[];
  /** Relatives. A page about a person often gives their dates as well. */
  relatives: string;
  /** Names of numbered things, with the number after the word: season 2, chapter five. */
  numberedThings: readonly string[];
  /** Things given or studied in a field. The field may be in lower case: "a degree in law". */
  givenInFields: string;
  /** Offices that the words after "of" distinguish. */
  officesOfFields: string;
  /** Offices that have deputies. `deputies` lists the words before a deputy's office. */
  offices: string;
  deputies: string;
}

/** Patterns of questions about offices and the living, and of sentences that answer them. */
interface OfficePatterns {
  /** One pattern for each office, of the words that name it. */
  names: readonly RegExp[];
  /** Matches questions about the current holder. */
  asksHolder: RegExp;
  /** Matches questions about a past holder, or a holder at no particular time. */
  asksOtherHolder: RegExp;
  asksWhoRuns: RegExp;
  /** Matches sentences that say that someone took an office. */
  takesOffice: RegExp;
  /** Matches sentences that say that someone left an office. */
  leavesOffice: RegExp;
  /** Words before the name of the person who left. */
  going: RegExp;
  /**
   * Matches questions that only make sense about the living: "Is she still alive?", "How old is he?", "Where
   * does she live?"
   */
  asksLiving: RegExp;
  /** Finds the name in such a question if it is written in lower case. */
  livingName: RegExp;
  /** Matches sentences that say that someone is alive. */
  tellsLiving: RegExp;
  /** Matches, globally, the words that say that someone died. */
  tellsDeath: RegExp;
}

/**
 * Words that ask for facts found in an encyclopaedia, a register or a newspaper, without accents. Commas
 * separate words and phrases.
 */
interface WorldWords {
  /** Facts about a person: "husband", "net worth". */
  ofPeople: string;
  /** Facts about an organisation or a product: "valuation", "founding year". */
  ofOrganisations: string;
  /** Events in the life of organisations and people, after a possessive: "Boeing's layoffs". */
  news: string;
  /** Verbs about a life or a company, in the forms that questions use. */
  verbs: string;
  /** Verbs that are also used about everyday work. They ask for public facts only with a capitalised name. */
  doubtfulVerbs: string;
  /** Events before a place: "the war in Sudan". */
  events: string;
  /**
   * Companies whose names are everyday words, or look like words of a user's own tasks. Separated by spaces.
   */
  everydayCompanies: string;
  /** Family names that are also everyday words, separated by spaces. After a given name, they are a name. */
  familyNamesToo: string;
}
