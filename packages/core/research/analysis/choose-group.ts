import { findDates } from "../../text/dates.ts";
import { nameWords } from "../../text/name-mentions.ts";
import { properNames } from "../../text/names.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords, singular } from "../../text/tokens.ts";
import { occupations } from "./occupations.ts";
import type { Snippet } from "./snippet.ts";

interface Choice {
  subject: string;
  query: string;
  context: string;
  snippets: readonly Snippet[];
  groups: readonly number[][];
}

/** The share of the qualifiers, by weight, that a person must fit. */
const FITS = 0.5;
/** How far the next best must stay behind to be ruled out. */
const CLEARLY_LESS = 0.5;

/** What can tell people apart: the words of the context, and of the query only names, years and occupations. */
function qualifiersOf({ subject, query, context }: Choice): ReadonlySet<string> {
  const own = new Set(nameWords(subject).flatMap((word) => [word, singular(word)]));
  const fromQuery = [
    ...properNames(query).flatMap((name) => contentWords(name.text)),
    ...findDates(query).map((date) => String(date.year)),
    ...contentWords(query).filter((word) => occupations(word).length > 0),
  ];
  return new Set([...fromQuery, ...contentWords(context)].filter((word) => !own.has(word)));
}

/** The share of the qualifiers that a group's snippets bear out; an occupation fits by its field as well ("physicist", "chemist"). */
function fitness(qualifiers: ReadonlySet<string>, texts: string): number {
  const held = new Set(contentWords(texts));
  const heldFields = new Set(occupations(texts));
  let all = 0;
  let borne = 0;
  for (const word of qualifiers) {
    const weight = termWeight(word);
    all += weight;
    if (held.has(word) || occupations(word).some((field) => heldFields.has(field))) borne += weight;
  }
  return all === 0 ? 0 : borne / all;
}

/** The one group that the qualifiers of query and context fit; null when they fit none, or more than one. */
export function chooseGroup(choice: Choice): number[] | null {
  const qualifiers = qualifiersOf(choice);
  if (qualifiers.size === 0) return null;
  const ranked = choice.groups
    .map((group) => {
      const texts = group.map(
        (index) => `${choice.snippets[index]?.title ?? ""} ${choice.snippets[index]?.text ?? ""}`,
      );
      return { group, fitness: fitness(qualifiers, texts.join(" ")) };
    })
    .sort((left, right) => right.fitness - left.fitness);
  const [best, next] = ranked;
  if (best === undefined || best.fitness < FITS) return null;
  return next !== undefined && next.fitness > CLEARLY_LESS * best.fitness ? null : best.group;
}
