import type { ExpectedAnswer } from "../question/question.ts";
import { question as arabic } from "./ar/question.ts";
import { question as german } from "./de/question.ts";
import { question as english } from "./en/question.ts";
import { question as spanish } from "./es/question.ts";
import { question as french } from "./fr/question.ts";
import { question as italian } from "./it/question.ts";
import { question as japanese } from "./ja/question.ts";
import { question as korean } from "./ko/question.ts";
import type { Language } from "./language.ts";
import { question as dutch } from "./nl/question.ts";
import { question as portuguese } from "./pt/question.ts";
import type { QuestionLexicon } from "./question-lexicon.ts";
import { question as russian } from "./ru/question.ts";
import { contentStems } from "./stems.ts";
import { question as turkish } from "./tr/question.ts";
import { question as chinese } from "./zh/question.ts";

/** A question lexicon made ready: patterns that are anchored where their name says so, word lists as sets. */
export interface QuestionPatterns {
  language: Language;
  canonical: string;
  unspaced: boolean;
  freeOrder: boolean;
  capitalNouns: boolean;
  possessive: string | null;
  /** At the start of a text. */
  opener: RegExp;
  questionStart: RegExp;
  auxiliaryStart: RegExp;
  preposition: RegExp;
  requests: readonly RegExp[];
  /** At the end of a text. */
  closer: RegExp;
  /** The whole of a text. */
  smallTalk: RegExp;
  bareRequest: RegExp;
  barePrompt: RegExp;
  whoIs: readonly WhoIs[];
  /** Anywhere, with the group `name`. */
  personForms: readonly RegExp[];
  sameAsked: readonly RegExp[];
  /** Anywhere in a text. */
  asksInside: RegExp;
  questionWord: RegExp;
  biography: RegExp;
  firstPerson: RegExp;
  personPronoun: RegExp;
  personPossessive: RegExp;
  /** At the end of a question. */
  thingPronoun: RegExp;
  anaphora: RegExp;
  expected: readonly (readonly [ExpectedAnswer, RegExp])[];
  employerPrepositions: ReadonlySet<string>;
  placePrepositions: ReadonlySet<string>;
  /** A preposition of either kind with the name behind it, as `lead` and `owner`. */
  ownerLead: RegExp;
  roleArticles: ReadonlySet<string>;
  /** Stems of words that add nothing to the question who somebody is. */
  lifeStems: ReadonlySet<string>;
  /** Stems of words too general to tell a topic. */
  generalStems: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  nonPersonNouns: ReadonlySet<string>;
}

/** One way to ask who somebody is: `name` is the group of the name. */
export interface WhoIs {
  pattern: RegExp;
  /** The plain question it amounts to, `%` for the name. */
  plain: string;
  /** The name stands at the end, as in the plain question. */
  nameLast: boolean;
}

const LEXICONS: Readonly<Record<Language, QuestionLexicon>> = {
  en: english,
  de: german,
  es: spanish,
  ru: russian,
  tr: turkish,
  ar: arabic,
  zh: chinese,
  fr: french,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ja: japanese,
  ko: korean,
};

const made = new Map<Language, QuestionPatterns>();

/** The patterns of a language; English ones where it cannot be told. */
export function questionPatterns(language: Language | null): QuestionPatterns {
  const spoken = language ?? "en";
  const known = made.get(spoken);
  if (known !== undefined) return known;
  const patterns = compile(spoken, LEXICONS[spoken]);
  made.set(spoken, patterns);
  return patterns;
}

/** What matches nothing, for an empty list. */
const NEVER = "(?!)";
const CAPITALISED = "(?:(?:the|The) )?\\p{Lu}[\\p{L}\\p{M}\\p{N}&’'-]*(?:\\.\\p{Lu})*";
/** One to five words, the group left open. */
const NAME = "(?<name>[\\p{L}\\p{M}.'’-]+(?: [\\p{L}\\p{M}.'’-]+){0,4}";
const MARKS = "[\\s.!?,:;…。！？،؟、–—-]*";

function compile(language: Language, lexicon: QuestionLexicon): QuestionPatterns {
  const { unspaced = false, freeOrder = false } = lexicon;
  const any = (list: readonly string[]) => (list.length === 0 ? NEVER : `(?:${list.join("|")})`);
  const word = (source: string) => (unspaced ? source : `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`);
  const gap = unspaced ? "\\s*" : "\\s+";
  const whole = (list: readonly string[]) => new RegExp(`^${any(list)}${MARKS}$`, "iu");
  const named = `(?<name>${unspaced ? "[^，。？！、,?!]" : "."}+?)`;
  const withName = (source: string) =>
    source.endsWith("%")
      ? new RegExp(`^${source.replace("%", named)}${MARKS}$`, "iu")
      : new RegExp(`^${source.replace("%", named)}(?<rest>${unspaced ? "" : "(?![\\p{L}\\p{N}])"}.*)$`, "iu");
  const anywhere = (list: readonly string[]) => new RegExp(word(any(list)), "iu");
  return {
    language,
    canonical: lexicon.canonical,
    unspaced,
    freeOrder,
    capitalNouns: lexicon.capitalNouns ?? false,
    possessive: lexicon.possessive,
    opener: new RegExp(`^(?:${word(any(lexicon.openers))}[\\s,.!:;…，。！、–—-]*)+`, "iu"),
    questionStart: new RegExp(`${freeOrder ? "" : `^["“'(¿]*`}${word(any(lexicon.questionWords))}`, "iu"),
    auxiliaryStart: new RegExp(`^${word(any(lexicon.auxiliaries))}`, "iu"),
    requests: lexicon.requests.map((source) =>
      source.includes("%") ? withName(source) : new RegExp(`^${word(`(?:${source})`)}[\\s:]*`, "iu"),
    ),
    closer: new RegExp(`[\\s,;–—-]*${word(any(lexicon.closers))}(?<end>[.!?…。！？؟]*)$`, "iu"),
    smallTalk: whole(lexicon.smallTalk),
    bareRequest: whole(lexicon.bareRequests),
    barePrompt: whole(lexicon.barePrompts),
    whoIs: lexicon.whoIs.map(([source, plain]) => ({
      pattern: withName(source),
      plain,
      nameLast: source.endsWith("%"),
    })),
    personForms: lexicon.personForms.map(
      (source) => new RegExp(word(`(?:${source.replace(/%$/, `${NAME})`).replace("%", `${NAME}?)`)})`), "iu"),
    ),
    sameAsked: lexicon.sameAsked.map(withName),
    asksInside: new RegExp(`${word(any(lexicon.asksInside))}`, "giu"),
    questionWord: anywhere(lexicon.questionWords),
    biography: anywhere(lexicon.biographies),
    firstPerson: anywhere(lexicon.firstPerson),
    personPronoun: anywhere(lexicon.personPronouns),
    personPossessive: new RegExp(`${word(any(lexicon.personPossessives))}(?=${gap}\\p{L})`, "iu"),
    thingPronoun: new RegExp(`${word(any(lexicon.thingPronouns))}(?=[\\s?.!]*$)`, "iu"),
    preposition: new RegExp(`^${word(any(lexicon.prepositions))}${unspaced ? "" : " "}`, "iu"),
    anaphora: anywhere(lexicon.anaphora),
    expected: lexicon.expected.map(([kind, source]) => [
      kind,
      new RegExp(freeOrder ? word(`(?:${source})`) : `^(?:${source})(?![\\p{L}\\p{N}])`, "iu"),
    ]),
    employerPrepositions: new Set(lexicon.employerPrepositions),
    placePrepositions: new Set(lexicon.placePrepositions),
    ownerLead: new RegExp(
      ` (?<lead>${[...lexicon.placePrepositions, ...lexicon.employerPrepositions].join("|") || NEVER}) (?<owner>${CAPITALISED}(?: (?:(?:of|and|de|the|for|der|für) )?${CAPITALISED})*)`,
      "u",
    ),
    roleArticles: new Set(lexicon.roleArticles),
    lifeStems: new Set(contentStems(lexicon.lifeWords, language)),
    generalStems: new Set(contentStems(lexicon.generalWords, language)),
    roles: setOf(lexicon.roles),
    nonPersonNouns: setOf(lexicon.nonPersonNouns),
  };
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}
