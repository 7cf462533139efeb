import { sameGivenName } from "../../text/given-name-forms.ts";
import { type NameMention, nameMentions, nameWords } from "../../text/name-mentions.ts";
import { FORMS_OF_ADDRESS, PARTICLES } from "../../text/name-words.ts";
import { properNames } from "../../text/names.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords, foldWord, singular } from "../../text/tokens.ts";
import { deedYears } from "./deeds.ts";
import { appositions, predicates, titleAppositions } from "./definitions.ts";
import { type LifeEvent, type LifeFact, lifeFacts } from "./life-facts.ts";
import { nationalities } from "./nationalities.ts";
import { nearestName } from "./nearest-name.ts";
import { occupations } from "./occupations.ts";
import type { Snippet } from "./snippet.ts";

/** What one snippet says of the person it names: what can tell that person from a namesake, and what can tie two snippets together. */
export interface PersonProfile {
  birth: number | null;
  death: number | null;
  /** The years of what the person is said to have done: outside a lifetime they are a namesake's. */
  deeds: number[];
  middles: string[];
  pronoun: "he" | "she" | null;
  /** The clauses that say what the person is, and the qualifier; empty when none does. */
  definition: string;
  /** Fields of work the person is said to be of ("was an English cricketer"). */
  fields: string[];
  /** Nationalities in the same clause. */
  nationalities: string[];
  /** What stands in brackets behind the name: "(actor)". */
  qualifier: string | null;
  /** Weights of the content words, the person's own name left out. */
  vocabulary: ReadonlyMap<string, number>;
  /** Other proper names of two words or more, folded. */
  otherNames: ReadonlySet<string>;
}

const NAME_WEIGHT = 1.5;
/** Of a text that bears the name more often only the first places are read closely. */
const MOST_MENTIONS = 40;

function middleNames(mentions: readonly NameMention[], own: readonly string[]): string[] {
  const found = mentions.map((mention) =>
    mention.between
      .map(foldWord)
      .filter((word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !own.includes(word)),
  );
  // The fullest form is the one that tells most.
  return found.reduce(
    (best, middles) => (middles.join("").length > best.join("").length ? middles : best),
    [],
  );
}

/** The pronoun a text keeps to; none when it speaks of a man and a woman. */
function pronounOf(text: string): "he" | "she" | null {
  const he = text.match(/\b(?:he|his|him|himself)\b/gi)?.length ?? 0;
  const she = text.match(/\b(?:she|her|hers|herself)\b/gi)?.length ?? 0;
  if (Math.max(he, she) < 2 || Math.min(he, she) > 0) return null;
  return he > she ? "he" : "she";
}

function qualifierAfter(text: string, mentions: readonly NameMention[]): string | null {
  for (const mention of mentions) {
    const bracketed = /^\s*\(([\p{L} ,.'-]{3,40})(?:,? born (?:c\. )?\d{4})?\)/u.exec(
      text.slice(mention.end),
    );
    const qualifier = bracketed?.[1]?.toLowerCase().replace(/,.*$/, "").trim();
    if (qualifier !== undefined && !/^(?:born|died|b|d|n[ée]e|disambiguation|aka|also|or)\b/.test(qualifier))
      return qualifier;
  }
  return null;
}

/**
 * The first year a text states for an event of the person: the nearest name before the statement is the person's, or there is none in
 * its sentence and the sentence speaks of "he" or "she".
 */
function ownYear(
  text: string,
  own: readonly string[],
  facts: readonly LifeFact[],
  event: LifeEvent,
): number | null {
  return facts.find((fact) => fact.event === event && isSaidOf(text, own, fact.start))?.year ?? null;
}

function isSaidOf(text: string, own: readonly string[], at: number): boolean {
  const { before, name } = nearestName(text, at);
  if (name === null) return /^(?:he|she)\b/i.test(before) || before === "";
  return nameWords(name.text).includes(own.at(-1) ?? "") && !hasOtherGivenName(name.text, own);
}

function hasOtherGivenName(name: string, own: readonly string[]): boolean {
  const [first, ...rest] = nameWords(name);
  return rest.length > 0 && first !== undefined && !sameGivenName(first, own[0] ?? "");
}

/** Reads a snippet for one person; null when it does not bear the full name. */
export function readProfile(snippet: Snippet, subject: string): PersonProfile | null {
  const inTitle = nameMentions(snippet.title, subject).slice(0, MOST_MENTIONS);
  const inText = nameMentions(snippet.text, subject).slice(0, MOST_MENTIONS);
  if (inTitle.length === 0 && inText.length === 0) return null;
  const own = nameWords(subject);
  const ownTerms = new Set(own.flatMap((word) => [word, singular(word)]));
  const names = properNames(snippet.text);
  const facts = lifeFacts(snippet.text);
  const qualifier = qualifierAfter(snippet.title, inTitle) ?? qualifierAfter(snippet.text, inText);
  const definition = [
    ...predicates(snippet.text, inText),
    ...appositions(snippet.text, inText),
    ...titleAppositions(snippet.title, inTitle),
    ...(qualifier === null ? [] : [qualifier]),
  ].join("; ");
  const named = new Set(names.flatMap((name) => contentWords(name.text)));
  const vocabulary = new Map<string, number>();
  for (const word of contentWords(`${snippet.title} ${snippet.text}`)) {
    const weight = termWeight(word);
    // What somebody does is compared by its field; counted here as well it would tie all politicians together.
    if (ownTerms.has(word) || weight < 2 || occupations(word).length > 0) continue;
    vocabulary.set(word, weight * (named.has(word) ? NAME_WEIGHT : 1));
  }
  return {
    birth: ownYear(snippet.text, own, facts, "birth"),
    death: ownYear(snippet.text, own, facts, "death"),
    deeds: deedYears(snippet.text, inText),
    middles: middleNames([...inTitle, ...inText], own),
    pronoun: inText.length === 0 ? null : pronounOf(snippet.text),
    definition,
    fields: occupations(definition),
    nationalities: nationalities(definition),
    qualifier,
    vocabulary,
    otherNames: new Set(
      names
        .map((name) => contentWords(name.text))
        .filter((parts) => parts.length > 1 && !parts.some((part) => ownTerms.has(part)))
        .map((parts) => parts.join(" ")),
    ),
  };
}
