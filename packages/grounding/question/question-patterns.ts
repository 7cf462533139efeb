import type { Language } from "../lexicon/language.ts";
import { getLexicon } from "../lexicon/lexicon.ts";
import type { QuestionLexicon } from "../lexicon/schema.ts";
import { listContentStems } from "../lexicon/stems.ts";
import type { ExpectedAnswer } from "./question.ts";

/**
 * A compiled question lexicon, with patterns for matching and word lists as sets. Comments say where patterns
 * are anchored.
 */
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
  /** The whole text. */
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
  /** A preposition of either kind (group `lead`) with the name after it (group `owner`). */
  ownerLead: RegExp;
  roleArticles: ReadonlySet<string>;
  /** Stems of words that add nothing to the question of who someone is. */
  lifeStems: ReadonlySet<string>;
  /** Stems of words too general to identify a topic. */
  generalStems: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  nonPersonNouns: ReadonlySet<string>;
}

/** A way to ask who someone is. The pattern's group `name` matches the name. */
interface WhoIs {
  pattern: RegExp;
  /** The plain question it amounts to, with `%` for the name. */
  plain: string;
  /** True if the name is at the end, as in the plain question. */
  nameLast: boolean;
}

const made = new Map<Language, QuestionPatterns>();

/** Returns the patterns of a language; those of English if it is unknown. */
export function getQuestionPatterns(language: Language | null): QuestionPatterns {
  const spoken = language ?? "en";
  const known = made.get(spoken);
  if (known !== undefined) return known;
  const patterns = compile(spoken, getLexicon(spoken).question);
  made.set(spoken, patterns);
  return patterns;
}

/** Matches nothing; used for an empty list. */
const NEVER = "(?!)";

const CAPITALISED = "(?:(?:the|The) )?\\p{Lu}[\\p{L}\\p{M}\\p{N}&’'-]*(?:\\.\\p{Lu})*";

/** One to five words. The group is left open. */
const NAME = "(?<name>[\\p{L}\\p{M}.'’-]+(?: [\\p{L}\\p{M}.'’-]+){0,4}";

const MARKS = "[\\s.!?,:;…。！？،؟、–—-]*";

function compile(language: Language, lexicon: QuestionLexicon): QuestionPatterns {
  const { unspaced = false, freeOrder = false } = lexicon;
  const matchAny = (list: readonly string[]) => (list.length === 0 ? NEVER : `(?:${list.join("|")})`);
  const word = (source: string) => (unspaced ? source : `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`);
  const matchFirst = (source: string) => (unspaced ? `^${source}` : `^${source}(?![\\p{L}\\p{N}])`);
  const gap = unspaced ? "\\s*" : "\\s+";
  const matchWhole = (list: readonly string[]) => new RegExp(`^${matchAny(list)}${MARKS}$`, "iu");
  const named = `(?<name>${unspaced ? "[^，。？！、,?!]" : "."}+?)`;
  const withName = (source: string) =>
    source.endsWith("%")
      ? new RegExp(`^${source.replace("%", named)}${MARKS}$`, "iu")
      : new RegExp(`^${source.replace("%", named)}(?<rest>${unspaced ? "" : "(?![\\p{L}\\p{N}])"}.*)$`, "iu");
  const matchAnywhere = (list: readonly string[]) => new RegExp(word(matchAny(list)), "iu");
  return {
    language,
    canonical: lexicon.canonical,
    unspaced,
    freeOrder,
    capitalNouns: lexicon.capitalNouns ?? false,
    possessive: lexicon.possessive,
    opener: new RegExp(`${matchFirst(matchAny(lexicon.openers))}[\\s,.!:;…，。！、–—-]*`, "iu"),
    questionStart: new RegExp(
      `${freeOrder ? "" : `^["“'(¿]*`}${word(matchAny(lexicon.questionWords))}`,
      "iu",
    ),
    auxiliaryStart: new RegExp(matchFirst(matchAny(lexicon.auxiliaries)), "iu"),
    requests: lexicon.requests.map((source) =>
      source.includes("%") ? withName(source) : new RegExp(`${matchFirst(`(?:${source})`)}[\\s:]*`, "iu"),
    ),
    closer: new RegExp(`[\\s,;–—-]*${word(matchAny(lexicon.closers))}(?<end>[.!?…。！？؟]*)$`, "iu"),
    smallTalk: matchWhole(lexicon.smallTalk),
    bareRequest: matchWhole(lexicon.bareRequests),
    barePrompt: matchWhole(lexicon.barePrompts),
    whoIs: lexicon.whoIs.map(([source, plain]) => ({
      pattern: withName(source),
      plain,
      nameLast: source.endsWith("%"),
    })),
    personForms: lexicon.personForms.map(
      (source) => new RegExp(word(`(?:${source.replace(/%$/, `${NAME})`).replace("%", `${NAME}?)`)})`), "iu"),
    ),
    sameAsked: lexicon.sameAsked.map(withName),
    asksInside: new RegExp(`${word(matchAny(lexicon.asksInside))}`, "giu"),
    questionWord: matchAnywhere(lexicon.questionWords),
    biography: matchAnywhere(lexicon.biographies),
    firstPerson: matchAnywhere(lexicon.firstPerson),
    personPronoun: matchAnywhere(lexicon.personPronouns),
    personPossessive: new RegExp(`${word(matchAny(lexicon.personPossessives))}(?=${gap}\\p{L})`, "iu"),
    thingPronoun: new RegExp(`${word(matchAny(lexicon.thingPronouns))}(?=[\\s?.!]*$)`, "iu"),
    preposition: new RegExp(`${matchFirst(matchAny(lexicon.prepositions))}${unspaced ? "" : " "}`, "iu"),
    anaphora: matchAnywhere(lexicon.anaphora),
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
    lifeStems: new Set(listContentStems(lexicon.lifeWords, language)),
    generalStems: new Set(listContentStems(lexicon.generalWords, language)),
    roles: setOf(lexicon.roles),
    nonPersonNouns: setOf(lexicon.nonPersonNouns),
  };
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}
