/**
 * Words with which English asks for facts that an encyclopaedia, a register or a newspaper tells. Lists are
 * lower case without accents; a phrase of several words stands between commas like a single one.
 */
interface WorldWords {
  /** Facts that a person has: "husband", "net worth". */
  ofPeople: string;
  /** Facts that an organisation or a product has: "valuation", "founding year". */
  ofOrganisations: string;
  /** Events in the life of organisations and people, behind a possessive: "Boeing's layoffs". */
  news: string;
  /** Verbs of a life or a company, in the forms that questions use. */
  verbs: string;
  /** Verbs that ordinary work has too: only a name in capitals makes them facts of the world. */
  doubtfulVerbs: string;
  /** Events that stand before a place: "the war in Sudan". */
  events: string;
}

export const WORLD_WORDS: WorldWords = {
  ofPeople:
    "wife, husband, spouse, kids, children, daughter, daughters, son, sons, parents, siblings, birthday, birth date, date of birth, " +
    "birthplace, birth year, age, height, nationality, net worth, salary, degree, religion, girlfriend, boyfriend, obituary, " +
    "cause of death, bio, biography",
  ofOrganisations:
    "ceo, cfo, cto, coo, chief executive, chief executive officer, chairman, chairwoman, founder, founders, co-founder, cofounder, owner, " +
    "owners, headquarters, hq, head office, valuation, market cap, market capitalization, market capitalisation, revenue, revenues, turnover, " +
    "annual profit, stock price, share price, stock, shares, ticker, founding year, founding date, year of founding, price, subsidiaries, competitors",
  news: "layoffs, job cuts, merger, acquisition, takeover, resignation, strike, scandal, bankruptcy, ipo, earnings, lawsuit, crash, history, election",
  verbs:
    "founded, born, died, married, headquartered, resigned, acquired, elected, divorced, assassinated, convicted, arrested, bankrupt",
  doubtfulVerbs:
    "based, located, runs, owns, leads, heads, directs, fired, hired, quit, bought, sold, won, invented, founds, lives",
  events:
    "war, wars, civil war, crisis, conflict, coup, protests, unrest, riots, uprising, elections, election, referendum, famine, genocide, invasion, " +
    "earthquake, sanctions, ceasefire, siege",
};

/** Companies whose names are, or look like, everyday words or words of a user's own errands. */
export const EVERYDAY_COMPANIES: ReadonlySet<string> = new Set(
  "apple amazon google microsoft facebook netflix spotify mastercard boeing intel".split(" "),
);

/** Family names that are everyday words too: behind a given name they are its second part. */
export const FAMILY_NAMES_TOO: ReadonlySet<string> = new Set(
  (
    "cook gates jobs bush brown black white green king young hill wood woods stone rice ford cruise swift baker cooper hunter fisher turner " +
    "walker parker bell banks brooks rivers west hall bishop fox wolf drake cage bacon berry foster knight snow spears summers winters smith carter"
  ).split(" "),
);
