import { type ProperName, properNames } from "../../text/names.ts";
import { splitSentences } from "../../text/sentences.ts";
import { personWords, stemmedTokens } from "./person-words.ts";

const SENTENCE_REACH = 240;

/** Wider origins, and what stands before a country in two words; they tell nobody apart. */
const ORIGINS = new Set(
  "african asian european latin jewish arab new south north west east northern southern".split(" "),
);

/** Whether a capitalised text only says where somebody comes from ("British", "New Zealand", "African-American"): it is no name. */
export function isNationality(text: string): boolean {
  const tokens = stemmedTokens(text, "en");
  const told = personWords(tokens, "en").filter(({ countries }) => countries.length > 0);
  const inCountry = new Set(told.flatMap(({ from, to }) => tokens.slice(from, to)));
  const origins = tokens.filter((token) => ORIGINS.has(token.word));
  return (
    tokens.length > 0 &&
    told.length + origins.length > 0 &&
    tokens.every((token) => inCountry.has(token) || ORIGINS.has(token.word))
  );
}

/** ", the friend of Friedrich Engels, " right before a statement, which is then of the name before that. */
const INTERPOSED = /,[^,]{2,120},\s*$/u;

/** What stands before a statement in its sentence, and the last name in it; a nationality ("an English poet born in …") is none. */
export function nearestName(text: string, at: number): { before: string; name: ProperName | null } {
  const before = splitSentences(text.slice(Math.max(0, at - SENTENCE_REACH), at)).at(-1) ?? "";
  return { before, name: lastName(before.replace(INTERPOSED, "")) ?? lastName(before) };
}

function lastName(text: string): ProperName | null {
  return properNames(text).findLast((one) => !isNationality(one.text)) ?? null;
}
