import type { Language } from "./language.ts";

interface Conjunctions {
  and: string;
  or: string;
  /** Pattern for the words that start a comparison: "compare", "what is the difference between". */
  compare?: string;
  /** Pattern for the words between the two things that such a sentence compares, next to `and`. */
  with?: string;
  /** Pattern for the words that ask which of several came first: the date of each answers. */
  order?: string;
}

/** Conjunctions that are words by themselves. Arabic, Chinese, Japanese and Korean write them otherwise. */
export const CONJUNCTIONS: Partial<Record<Language, Conjunctions>> = {
  en: {
    and: "and",
    or: "or",
    compare:
      "(?:(?:can|could) you )?compare|(?:what (?:is|are) )?(?:the )?(?:main |key )?(?:differences?|similarit(?:y|ies)) between",
    with: "with|to|against",
    order: "first|last|earlier|later|sooner",
  },
  de: {
    and: "und",
    or: "oder",
    compare: "vergleichen?(?: sie)?|(?:was ist )?(?:der |die )?unterschiede? zwischen",
    with: "mit",
    order: "zuerst|zuletzt|früher|später|eher",
  },
  es: {
    and: "y",
    or: "o",
    compare: "compar[ae]|(?:¿?cuál es )?(?:la )?diferencia entre",
    with: "con",
    order: "primero|antes|después",
  },
  fr: {
    and: "et",
    or: "ou",
    compare: "compare[rz]?|(?:quelles? (?:est|sont) )?(?:la |les )?différences? entre",
    with: "avec|à",
    order: "en premier|plus tôt|plus tard|avant",
  },
  it: {
    and: "e",
    or: "o",
    compare: "confronta(?:re)?|paragona(?:re)?|(?:qual è )?(?:la )?differenza tra",
    with: "con|a",
    order: "prima|dopo|per primo",
  },
  nl: {
    and: "en",
    or: "of",
    compare: "vergelijk|(?:wat is )?(?:het )?verschil tussen",
    with: "met",
    order: "eerst|eerder|later",
  },
  pt: {
    and: "e",
    or: "ou",
    compare: "compar[ae]|(?:qual é )?(?:a )?diferença entre",
    with: "com",
    order: "primeiro|antes|depois",
  },
  ru: {
    and: "и",
    or: "или",
    compare: "сравни(?:те)?|(?:в чём )?(?:разница|отличие) между",
    with: "с|со",
    order: "раньше|позже|первым|первой",
  },
  tr: { and: "ve", or: "veya" },
};
