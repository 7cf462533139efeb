import type { ReadSentence } from "./read-sentence.ts";

/** Matches verbs for calling someone something. The words that follow are only the speaker's view. */
const CALLED =
  /\b(?:called|calls|named|dubbed|labell?ed|described|describes|hailed|branded|deemed|considered|denounced|praised|ranked)\s(?:(?:\p{Lu}[\p{L}'’-]*\s){1,4}|him\s|her\s|it\s|them\s)(?:as\s)?(?=(?:the|an?)\s)/u;
/** Matches "Was said to be ill", "is reported to be rich". */
const RUMOURED =
  /\b(?:is|was|are|were)\s(?:said|reported|rumou?red|believed|thought|alleged|claimed|assumed|considered)\s(?:to|that)\b/;
/** Matches opinions. They need no speaker: "was called the best". */
const OPINION =
  /\b(?:called|calls|dubbed|named|labell?ed|described|hailed|branded|deemed|considered|denounced|praised|nicknamed|ranked|said|reported|rumou?red|believed|thought|alleged|claimed|assumed|critics?|reviewers?|according|known|regarded)\b/i;
const COPULA = /\b(?:is|was|are|were)\b/;

/**
 * Returns whether a statement presents an opinion in the evidence as a fact: "Holt is the best director" of
 * "A critic called Holt the best director".
 */
export function presentsOpinionAsFact(said: ReadSentence, source: ReadSentence): boolean {
  if (!COPULA.test(said.text) || OPINION.test(said.text)) return false;
  const opinion = CALLED.exec(source.text) ?? RUMOURED.exec(source.text);
  if (opinion === null) return false;
  const names = new Set(said.facts.names.flatMap(({ written }) => written.toLowerCase().split(" ")));
  const own = said.words.filter(({ stop, word, capital }) => !stop && !capital && !names.has(word));
  return own.some(({ stem }) => {
    const places = source.words.filter((word) => word.stem === stem);
    return places.length > 0 && places.every(({ start }) => start > opinion.index);
  });
}

const DATED_WORK =
  /(?<title>(?:\p{Lu}[\p{L}'’-]*|of|the|and|in|a)(?:\s(?:\p{Lu}[\p{L}'’-]*|of|the|in|a))*)\s\((?<year>\d{4})\)/gu;

/**
 * Returns whether a statement dates a work differently from a list of works: "Night Ferry appeared in 2019"
 * of "Night Ferry (2015) and The Glass Orchard (2019)".
 */
export function workYearDiffers({ text }: ReadSentence, source: ReadSentence): boolean {
  const works = Array.from(source.text.matchAll(DATED_WORK), ({ groups }) => ({
    title: (groups?.title ?? "").replace(/^(?:and|of|in|a)\s/, ""),
    year: groups?.year ?? "",
  })).filter(({ title }) => /\p{Lu}/u.test(title));
  if (works.length < 2) return false;
  const named = works.filter(({ title }) => text.includes(title));
  const years = text.match(/\b\d{4}\b/g) ?? [];
  return named.length > 0 && years.some((year) => isOthers(year, { named, works }));
}

function isOthers(
  year: string,
  { named, works }: Record<"named" | "works", readonly { year: string }[]>,
): boolean {
  return !named.some((work) => work.year === year) && works.some((work) => work.year === year);
}
