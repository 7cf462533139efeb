import { words } from "../../text/tokens.ts";

/** Adjectives of countries; what writers use for one another (English, British) stands on one line. */
const NATIONALITIES = [
  "british english scottish welsh",
  "iranian persian",
  "argentine argentinian",
  ...(
    "american canadian australian irish french german italian spanish portuguese dutch belgian swiss austrian swedish norwegian danish " +
    "finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian " +
    "slovenian albanian israeli egyptian iraqi syrian lebanese saudi pakistani indian bangladeshi nepalese chinese japanese korean " +
    "vietnamese thai indonesian malaysian filipino mexican brazilian chilean colombian peruvian venezuelan cuban jamaican nigerian " +
    "ghanaian kenyan ethiopian moroccan algerian tunisian zealand"
  ).split(" "),
].map((line) => line.split(" "));

const NATIONALITY_OF: ReadonlyMap<string, string> = new Map(
  NATIONALITIES.flatMap((line) => line.map((word): [string, string] => [word, line[0] ?? word])),
);

/** Wider origins, and what stands before a country in two words; they tell nobody apart. */
const ORIGINS = new Set(
  "african asian european latin jewish arab new south north west east northern southern".split(" "),
);

/** Whether a capitalised text only says where somebody comes from ("British", "New Zealand", "African-American"): it is no name. */
export function isNationality(text: string): boolean {
  const all = words(text);
  return (
    all.some((word) => NATIONALITY_OF.has(word) || ORIGINS.has(word)) &&
    all.every((word) => NATIONALITY_OF.has(word) || ORIGINS.has(word))
  );
}

/** The nationalities a text names, each once. */
export function nationalities(text: string): string[] {
  return [...new Set(words(text).flatMap((word) => NATIONALITY_OF.get(word) ?? []))];
}
