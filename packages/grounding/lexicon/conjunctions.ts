import type { Language } from "./language.ts";

interface Conjunctions {
  and: string;
  or: string;
}

/** Conjunctions that are words by themselves. Arabic, Chinese, Japanese and Korean write them otherwise. */
export const CONJUNCTIONS: Partial<Record<Language, Conjunctions>> = {
  en: { and: "and", or: "or" },
  de: { and: "und", or: "oder" },
  es: { and: "y", or: "o" },
  fr: { and: "et", or: "ou" },
  it: { and: "e", or: "o" },
  nl: { and: "en", or: "of" },
  pt: { and: "e", or: "ou" },
  ru: { and: "и", or: "или" },
  tr: { and: "ve", or: "veya" },
};
