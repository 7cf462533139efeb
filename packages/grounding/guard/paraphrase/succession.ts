import { stemEnglish } from "../../lexicon/stems.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { maySameName, readNameWords } from "./subject.ts";

/** Verbs for taking someone's place. */
const SUCCESSION_VERBS = new Set(
  ["succeed", "succeeded", "replace", "replaced", "supplant", "follow", "followed"].map(stemEnglish),
);
const BE = new Set("is was were are been being be".split(" "));

type Name = readonly string[];

/** A successor and a predecessor, joined by the verb `stem`. Either name may be missing. */
interface Succession {
  stem: string;
  successors: readonly Name[];
  predecessors: readonly Name[];
}

/**
 * Returns whether a statement confuses successor and predecessor: "Ballmer succeeded Nadella" of "He is the
 * CEO, succeeding Ballmer in 2014".
 */
export function successionDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = findSuccessions(source);
  if (theirs.length === 0) return false;
  return findSuccessions(said).some((ours) => {
    const same = theirs.filter(({ stem }) => stem === ours.stem);
    const held = same.length > 0 ? same : theirs;
    const after = held.flatMap(({ successors }) => successors);
    const before = held.flatMap(({ predecessors }) => predecessors);
    const isIn = (name: Name, names: readonly Name[]) => names.some((one) => maySameName(one, name));
    return (
      ours.successors.some((name) => isIn(name, before) && !isIn(name, after)) ||
      ours.predecessors.some((name) => isIn(name, after) && !isIn(name, before))
    );
  });
}

/** Returns the names of those who were succeeded according to the evidence. */
export function findPredecessors(source: ReadSentence): readonly Name[] {
  return findSuccessions(source).flatMap(({ predecessors }) => predecessors);
}

function findSuccessions(sentence: ReadSentence): Succession[] {
  return sentence.words.flatMap(({ word, stem }, at): Succession[] => {
    if (SUCCESSION_VERBS.has(stem)) return readSuccession(sentence, { at, stem, behind: at + 1 });
    const isTakeover = /^(?:took|takes|taking)$/.test(word);
    const [over, from] = sentence.words.slice(at + 1);
    if (!isTakeover || over?.word !== "over" || from?.word !== "from") return [];
    return readSuccession(sentence, { at, stem: "succeed", behind: at + 3 });
  });
}

function readSuccession(
  sentence: ReadSentence,
  { at, stem, behind }: { at: number; stem: string; behind: number },
): Succession[] {
  const { words } = sentence;
  const ahead = findNameBefore(sentence, at);
  const named = ahead === undefined ? [] : [ahead];
  const isPassive = words.slice(Math.max(0, at - 3), at).some(({ word }) => BE.has(word));
  if (!isPassive) return [{ stem, successors: named, predecessors: listNamesAfter(sentence, behind) }];
  const by = words.findIndex(({ word }, place) => place > at && place < at + 9 && word === "by");
  const doers = by < 0 ? [] : listNamesAfter(sentence, by + 1).slice(0, 1);
  return [{ stem, successors: doers, predecessors: named }];
}

/** Returns the nearest name before a verb in its clause. A verb that starts an aside has none. */
function findNameBefore({ facts, words, text }: ReadSentence, at: number): Name | undefined {
  const verb = words[at];
  if (verb === undefined) return undefined;
  const ahead = facts.names.filter(({ end }) => end <= verb.start);
  const near = ahead.findLast(({ end }) => !/[;:]/.test(text.slice(end, verb.start)));
  if (near === undefined) return undefined;
  // "He is the CEO of Microsoft, succeeding Ballmer": the firm succeeded nobody.
  const isAside = /,\s(?:\p{L}+\s){0,2}$/u.test(text.slice(0, verb.start));
  return isAside ? undefined : readNameWords(near.written);
}

/** Returns the name at a position, and those joined to it by "and". */
function listNamesAfter({ words, facts, text }: ReadSentence, from: number): Name[] {
  const found: Name[] = [];
  const start = words[from]?.start ?? text.length;
  const end = text.slice(start).search(/[;.]\s|,\s(?:and|but|who|which)\b/);
  const until = end < 0 ? text.length : start + end;
  for (const { written, end: stop } of facts.names) {
    const begins = stop - written.length;
    if (begins < start || begins >= until) continue;
    const between = text.slice(start, begins);
    const isFirst = found.length === 0 && !/[,]|\b(?:as|of|in|at|by)\b/.test(between);
    const isNext = found.length > 0 && /\band\s(?:\p{Ll}+\s)?$/u.test(text.slice(0, begins));
    if (isFirst || isNext) found.push(readNameWords(written));
  }
  return found;
}

const ROLE_AND_YEAR =
  /\bas\s(?:the\s)?(?<role>[\p{L} -]{2,40}?)\sin\s(?<year>\d{4})\b|\bin\s(?<before>\d{4})\sas\s(?:the\s)?(?<behind>[\p{L} -]{2,40}?)(?=,|\.|;|$|\sand\s)/gu;

/**
 * Returns whether a statement assigns a year to another office than the evidence: "chairman in 2014" of
 * "succeeding Ballmer in 2014 as CEO and Thompson in 2021 as chairman".
 */
export function officeYearDiffers(said: ReadSentence, source: ReadSentence): boolean {
  if (!source.text.includes(" as ") || !/\d{4}/.test(said.text)) return false;
  const pairs = Array.from(source.text.matchAll(ROLE_AND_YEAR), ({ groups }) => ({
    year: groups?.year ?? groups?.before ?? "",
    role: (groups?.role ?? groups?.behind ?? "").toLowerCase(),
  }));
  if (pairs.length < 2) return false;
  return said.text.split(/,|\band\b/).some((part) => {
    const text = part.toLowerCase();
    const own = pairs.find(({ year }) => text.includes(year));
    if (own === undefined || text.includes(own.role)) return false;
    return pairs.some(({ year, role }) => year !== own.year && text.includes(role));
  });
}
