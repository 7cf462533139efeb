import { wordSet } from "../lexicon/language.ts";

/** Words in section headings. They say nothing on their own. */
export const HEADING_WORDS = wordSet(
  "life work career birth family background education biography bio profile overview introduction summary note source quote citation " +
    "result reference information detail fact question early late later personal main key year further reading",
);

/**
 * Words that an answer uses about itself, and words of questions. They are singular and say nothing about
 * anyone.
 */
export const NEUTRAL_WORDS = new Set([
  ...HEADING_WORDS,
  ...wordSet(
    "answer page text document snippet passage article info material born birthday birthplace date place name age day month time topic " +
      "subject person people thing part section exact exactly full short brief general something anything someone anyone",
  ),
]);

/**
 * Words that connect a noun phrase or a question. They exclude conjunctions, negations and relative pronouns,
 * which start another statement.
 */
export const JOINING_WORDS = wordSet(
  "a an the this these those any some all both each his her hers its their he she it they him them of in on at for from to by with about as " +
    "into over under between during before after until much many long often old more other s",
);
