import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import type { EnglishTerms } from "./english-terms.ts";
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import type { Language } from "./language.ts";
import nl from "./nl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };
import type { Lexicon } from "./schema.ts";
import tr from "./tr.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

const PATTERN = /^\/(.*)\/([a-z]*)$/su;

function compilePatterns(value: unknown): unknown {
  if (typeof value === "string") {
    const [, source, flags] = PATTERN.exec(value) ?? [];
    return source === undefined ? value : new RegExp(source, flags);
  }
  if (Array.isArray(value)) return value.map(compilePatterns);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, compilePatterns(one)]));
}

const { terms, ...english } = en;
const FILES = { en: english, de, es, ru, tr, ar, zh, fr, it, pt, nl, ja, ko } satisfies Record<
  Language,
  object
>;
const LEXICONS = compilePatterns(FILES) as Readonly<Record<Language, Lexicon>>;

/** Returns the words of a language: `getLexicon("de").words.months[2]` is "märz|mär". */
export function getLexicon(language: Language): Lexicon {
  return LEXICONS[language];
}

/** The words that only English has lists of. */
export const ENGLISH = compilePatterns(terms) as EnglishTerms;
