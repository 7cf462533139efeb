import { wordSet } from "./language.ts";
import shared from "./shared.json" with { type: "json" };

const { names, nonPersons } = shared;

/**
 * Common given names of many languages, folded. They show that an ambiguous word after them is a family name
 * ("Kanye West"). Names that are not listed count as names too.
 */
export const GIVEN_NAMES = wordSet(names.given);

/** Lower-case words that may occur inside a name: "Ludwig van Beethoven", "Mohammed bin Salman". */
export const PARTICLES = wordSet(names.particles);

/** The article of Arabic names in Latin letters. Texts often leave it out. */
export const ARABIC_ARTICLES = wordSet(names.arabicArticles);

/** Words that may follow a surname. */
export const SUFFIXES = wordSet(names.suffixes);

/** Forms of address. They are never part of the name that identifies a person. */
export const FORMS_OF_ADDRESS = wordSet(names.formsOfAddress);

/**
 * Words capitalised only because they start a sentence or a question, or because they are a day or a month.
 */
export const SENTENCE_CAPITALS = wordSet(names.sentenceCapitals);

/**
 * Verbs that only people can be the subject of. After "when did …", one of these shows that the lower-case
 * words before it name a person.
 */
export const LIFE_VERBS = wordSet(names.lifeVerbs);

/** Words that end a name written in lower case: verbs, prepositions, question words. */
export const NAME_END = wordSet(names.nameEnd);

/** Names with many spellings in Latin letters, one name a line. From common knowledge. */
export const SPELLINGS: readonly string[] = names.spellings;

/** Short and long forms of a given name, one name a line. From common knowledge. */
export const FORMS: readonly string[] = names.forms;

/** Usual Latin letters for Cyrillic ones, as English spells Russian and Ukrainian names. */
export const LATIN_FOR: Readonly<Record<string, string>> = names.latinFor;

/**
 * Words that show, anywhere in a capitalised name, that it is not a person's: organisations, places, events,
 * awards, works, products. Folded, in the singular, for all languages that use capitals.
 */
export const NON_PERSON_HEADS = wordSet(nonPersons.heads);

/**
 * Words that are also family names. They make a name a place or an institution unless a given name comes
 * first ("Kanye West", "Key West").
 */
export const PLACE_OR_SURNAME = wordSet(nonPersons.placeOrSurname);

/**
 * Everyday words. A name made only of these is not a person's ("Cold War", "Big Bang", "Red Cross", "Grand
 * Canyon").
 */
export const EVERYDAY_CAPITALS = wordSet(nonPersons.everydayCapitals);

/** Places of several words that look like a person's name, folded. */
export const PLACES_LIKE_NAMES: ReadonlySet<string> = new Set(nonPersons.placesLikeNames);

/** Job titles between an employer and a name: "OpenAI CEO Sam Altman". Folded. */
export const OFFICE_ACRONYMS = wordSet(nonPersons.officeAcronyms);

/** Function words of languages in Latin letters that have no word lists. */
export const OTHER_LATIN = wordSet(shared.otherLanguages);
