/**
 * English words that ask for facts found in an encyclopaedia, a register or a newspaper. Lists are in lower
 * case without accents. Commas separate words and phrases.
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

/** Companies whose names are everyday words, or look like words of a user's own tasks. */
export const EVERYDAY_COMPANIES: ReadonlySet<string> = new Set(
  "apple amazon google microsoft facebook netflix spotify mastercard boeing intel".split(" "),
);

/** Family names that are also everyday words. After a given name, they are part of the name. */
export const FAMILY_NAMES_TOO: ReadonlySet<string> = new Set(
  (
    "cook gates jobs bush brown black white green king young hill wood woods stone rice ford cruise swift baker cooper hunter fisher turner " +
    "walker parker bell banks brooks rivers west hall bishop fox wolf drake cage bacon berry foster knight snow spears summers winters smith carter"
  ).split(" "),
);
