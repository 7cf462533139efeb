import { findDates } from "../../text/dates.ts";

/** What happened in the year: the three that tell one person or organisation from another. */
export type LifeEvent = "birth" | "death" | "founding";

/** A year that a text states for an event, with where the statement begins. Approximate years are never stated. */
export interface LifeFact {
  event: LifeEvent;
  year: number;
  start: number;
}

/** A whole life in brackets: "(3 April 1811 – 9 June 1877)", "(1811–1877)", "(born in Hull, 1811; died there 9 June 1877)". */
const SPAN =
  /\(([^()]{0,80}?\b(?:1\d{3}|20[0-2]\d))\s*(?:[-–—−]|to|until|;|,\s*died)\s*([^()]{0,60}?\b(?:1\d{3}|20[0-2]\d))[^()]{0,40}\)/gu;
/** "who lived from 1930 to 1980"; a stay somewhere is no life. */
const LIVED =
  /\blived from ((?:1\d{3}|20[0-2]\d)) (?:to|until) ((?:1\d{3}|20[0-2]\d))\b(?! (?:in|at|with|near|on)\b)/gu;
const BORN = /\b(?:born|b\.|née|date of birth:?)\s*[^().;]{0,60}?(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
const DIED =
  /\b(?:died|d\.|passed away|his death|her death|was (?:killed|murdered|assassinated|executed))\s+(?:[^().;]{0,60}?)(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
const FOUNDED =
  /\b(?:was|were) (?:founded|established|incorporated|formed)\s+[^().;]{0,40}?(?=\b(?:1\d{3}|20[0-2]\d)\b)|\((?:founded|established|formed)\s+(?:in\s+)?(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
/** A relative or a second event between the verb and the year: the year belongs to something else. */
const CROSSED =
  /\b(?:and|who|which|where|when|while|after|before|died|born|married|moved|joined|graduated|son of|daughter of|until|since|retired|served|played)\b/i;
/** Another person's life: "his father was born in 1820". */
const OF_A_RELATIVE =
  /\b(?:father|mother|brother|sister|son|daughter|wife|husband|children|child|grandfather|grandmother|parents|uncle|aunt|cousin|nephew|niece|namesake)\b[^.;()]*$/i;
const BEFORE = 50;
/** Of a text that states more of one kind (a table, a list of births) only the first are read. */
const MOST_OF_A_KIND = 20;
const SHORTEST_LIFE = 15;
const LONGEST_LIFE = 115;

function soleYear(written: string): number | null {
  const dates = findDates(written);
  const date = dates.at(-1);
  return date === undefined || date.approximate || /\?|\bor\b|\bc\.|\bca\.?\b|\bcirca\b/.test(written)
    ? null
    : date.year;
}

function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)].slice(0, MOST_OF_A_KIND);
}

function stated(text: string, pattern: RegExp, event: LifeEvent): LifeFact[] {
  return firstMatches(text, pattern).flatMap((match): LifeFact[] => {
    const end = match.index + match[0].length;
    const year = soleYear(text.slice(match.index, end + 4));
    const between = match[0].replace(/^\S+/, "");
    if (year === null || CROSSED.test(between)) return [];
    if (OF_A_RELATIVE.test(text.slice(Math.max(0, match.index - BEFORE), match.index))) return [];
    return [{ event, year, start: match.index }];
  });
}

/** The years of birth, death and founding that a text states, in order; what is said of a relative or only roughly is left out. */
export function lifeFacts(text: string): LifeFact[] {
  const spans = [...firstMatches(text, SPAN), ...firstMatches(text, LIVED)].flatMap((match): LifeFact[] => {
    const birth = soleYear(match[1] ?? "");
    const death = soleYear(match[2] ?? "");
    const span = (death ?? 0) - (birth ?? 0);
    if (/\b(?:reigned|ruled|r\.|fl\.|active|in office|served|founded|since)\b/i.test(match[1] ?? ""))
      return [];
    // Less than a life and it is a term of office, a season or a war.
    if (birth !== null && death !== null && (span < SHORTEST_LIFE || span > LONGEST_LIFE)) return [];
    return [
      ...(birth === null ? [] : [{ event: "birth" as const, year: birth, start: match.index }]),
      ...(death === null ? [] : [{ event: "death" as const, year: death, start: match.index }]),
    ];
  });
  return [
    ...spans,
    ...stated(text, BORN, "birth"),
    ...stated(text, DIED, "death"),
    ...stated(text, FOUNDED, "founding"),
  ].sort((left, right) => left.start - right.start);
}
