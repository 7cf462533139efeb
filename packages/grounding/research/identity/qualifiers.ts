import { findDates } from "../../text/dates.ts";
import { nameWords } from "../../text/name-mentions.ts";
import { properNames } from "../../text/names.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords, singular } from "../../text/tokens.ts";
import { isNationality } from "./nearest-name.ts";
import type { PersonProfile } from "./person-profile.ts";
import { personWords, stemmedTokens } from "./person-words.ts";

/** The share of the qualifiers, by weight, that a person must fit. */
export const FITS = 0.5;
/** How far behind the best a person must stay to be ruled out. */
export const CLEARLY_LESS = 0.5;

/** "Which actors …": what the answer is to name, not what the person is. */
const ASKED_FOR = /\b(?:which|what|whose|many|any|other)\s+(?:\p{L}+\s+)?\p{L}+/giu;

/** A word that can tell people apart: what somebody is, where from, or anything else. */
interface Qualifier {
  word: string;
  kind: "role" | "country" | "other";
}

function kindOf(word: string): Qualifier["kind"] {
  const [said] = personWords(stemmedTokens(word, "en"), "en");
  if (said === undefined) return "other";
  return said.roles.length > 0 ? "role" : said.countries.length > 0 ? "country" : "other";
}

/** What can tell people apart: the words of the context, and of the question only names, years and what somebody can be. */
export function qualifiersOf(subject: string, text: string, context: string): Qualifier[] {
  const own = new Set(nameWords(subject).flatMap((word) => [word, singular(word)]));
  const fromText = [
    ...properNames(text)
      .filter((name) => !isNationality(name.text))
      .flatMap((name) => contentWords(name.text)),
    ...findDates(text).map((date) => String(date.year)),
    ...contentWords(text.replace(ASKED_FOR, " ")).filter((word) => kindOf(word) !== "other"),
  ];
  const words = new Set([...fromText, ...contentWords(context)].filter((word) => !own.has(word)));
  return [...words].map((word) => ({ word, kind: kindOf(word) }));
}

/** What passages about one person say, as qualifiers are held against it. */
interface Said {
  defining: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  countries: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

function saidBy(profiles: readonly PersonProfile[], text: string): Said {
  return {
    defining: new Set(contentWords(profiles.flatMap(({ definitions }) => definitions).join("; "))),
    roles: new Set(profiles.flatMap(({ roles }) => [...roles])),
    countries: new Set(profiles.flatMap(({ countries }) => [...countries])),
    words: new Set(contentWords(text)),
  };
}

/** Whether a qualifier fits: work and origin must be what the pages say the person is, for a director's page names actors too. */
function bears({ word, kind }: Qualifier, { defining, roles, countries, words }: Said): boolean {
  if (kind === "other") return words.has(word);
  if (defining.has(word)) return true;
  const said = personWords(stemmedTokens(word, "en"), "en");
  return kind === "role"
    ? said.some((one) => one.roles.some((role) => roles.has(role)))
    : said.some((one) => one.countries.some((country) => countries.has(country)));
}

function weightOf(qualifiers: readonly Qualifier[]): number {
  return qualifiers.reduce((sum, { word }) => sum + termWeight(word), 0);
}

/** The share of the qualifiers that passages about one person support, in [0, 1]. */
export function fitness(
  qualifiers: readonly Qualifier[],
  profiles: readonly PersonProfile[],
  text: string,
): number {
  const said = saidBy(profiles, text);
  const borne = qualifiers.filter((one) => bears(one, said));
  // Who is what was asked for, and of the right years, fits, though the rest of the question may be in no source.
  const deciding = qualifiers.filter(({ word, kind }) => kind === "role" || /^\d{4}$/.test(word));
  const decided =
    deciding.some(({ kind }) => kind === "role") && deciding.every((one) => borne.includes(one));
  return Math.max(decided ? FITS : 0, weightOf(borne) / Math.max(1, weightOf(qualifiers)));
}
