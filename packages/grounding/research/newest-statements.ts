import { ENGLISH } from "../lexicon/lexicon.ts";
import { asksForNewest } from "../lexicon/relative-time.ts";
import { listContentStems } from "../lexicon/stems.ts";
import type { Question } from "../question/question.ts";
import { findIdentifyingWords } from "../text/name-mentions.ts";
import { findProperNames } from "../text/names.ts";
import { tokenize } from "../text/tokens.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { findLifeFacts } from "./identity/life-facts.ts";
import { findNearestName } from "./identity/person-words.ts";

const OFFICES = ENGLISH.offices;

/** Two statements of different times, of which the newer applies. */
export interface TimeConflict {
  /** Indexes of the pieces of evidence, and their dates if known: YYYY-MM-DD or a year. */
  newer: { piece: number; date: string | null };
  older: { piece: number; date: string | null };
}

interface ByTime {
  ranked: readonly ScoredSentence[];
  conflict: TimeConflict | null;
}

/** A sentence that says who holds, took or left the office asked about. */
interface Statement {
  scored: ScoredSentence;
  text: string;
  /** The quote with the page's title, which shows who a pronoun refers to. */
  whole: string;
  piece: number;
  date: string | null;
  kind: "takes" | "leaves" | "holds";
}

/**
 * Puts the newest statement first if a question asks about the present. In English, that is the latest holder
 * of an office, if a newer page says that the one before has left, and a person's death, if the question
 * presumes that they live. In every language, it is otherwise the answer on the newest dated page. Marks
 * superseded statements as `outdated`.
 */
export function preferNewest(
  question: Question,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  publishedOf: (piece: number) => string | undefined,
): ByTime {
  const { text, language } = question;
  const inEnglish = (language ?? "en") === "en" ? preferCurrent(question, ranked, pages, publishedOf) : null;
  if (inEnglish?.conflict) return inEnglish;
  const byTime = inEnglish ?? { ranked, conflict: null };
  if (!asksForNewest(text, language)) return byTime;
  return { ranked: preferLatest(byTime.ranked, pages, publishedOf), conflict: null };
}

/** Minimum share of the best score that a newer answer must have. */
const CLOSE_TO_BEST = 0.5;
const MIN_SCORE = 0.15;

/** Puts the answer on the newest dated page first, if it answers about as well as the best. */
function preferLatest(
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  publishedOf: (piece: number) => string | undefined,
): readonly ScoredSentence[] {
  const answers = ranked.flatMap((scored) => {
    const { quote = null, piece = -1 } = pages[scored.page]?.sentences[scored.sentence] ?? {};
    // "Marston Prize 2024" is about 2024, however late the page was changed.
    const date = findLastYear(pages[scored.page]?.title ?? "") ?? publishedOf(piece);
    return quote === null || scored.score < MIN_SCORE || date === undefined ? [] : [{ scored, date }];
  });
  const [best] = answers;
  if (best === undefined) return ranked;
  const close = answers.filter(({ scored }) => scored.score >= CLOSE_TO_BEST * best.scored.score);
  const newest = close.reduce((one, other) => (other.date > one.date ? other : one));
  return newest === best ? ranked : putFirst(newest.scored, best.scored.score, new Set(), ranked);
}

function preferCurrent(
  { text, subjects }: Question,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  publishedOf: (piece: number) => string | undefined,
): ByTime {
  const same = { ranked, conflict: null };
  const subject = subjects[0] ?? findLowerCaseName(text);
  if (subject !== null && OFFICES.asksLiving.test(text)) {
    const dead = preferDeath(subject, ranked, pages, publishedOf);
    if (dead !== null) return dead;
  }
  const office = findAskedOffice(text);
  return office === null ? same : preferHolder(office, ranked, pages, publishedOf);
}

/** Returns a name of at least two words that has no capitals: "is jane orr still alive". */
function findLowerCaseName(text: string): string | null {
  const { alive, old, lives } = OFFICES.livingName.exec(text)?.groups ?? {};
  const name = alive ?? old ?? lives ?? "";
  return findIdentifyingWords(name).length > 1 ? name : null;
}

interface AskedOffice {
  /** Matches the office, or any office if the question asks who runs something. */
  names: readonly RegExp[];
  /** Stems of the organisation or place of the office. */
  owner: ReadonlySet<string>;
}

function findAskedOffice(text: string): AskedOffice | null {
  const asked = text.replace(/[\s?]+$/u, "");
  if (!OFFICES.asksHolder.test(asked) || OFFICES.asksOtherHolder.test(asked)) return null;
  const names = OFFICES.asksWhoRuns.test(asked)
    ? OFFICES.names
    : OFFICES.names.filter((one) => one.test(asked)).slice(0, 1);
  if (names.length === 0) return null;
  const after = /\b(?:of|at|for|runs|running|leads|leading|heads|heading)\b(.*)$/iu.exec(asked)?.[1];
  const owned = after ?? asked.replace(names[0] ?? "", " ");
  return { names, owner: new Set(listContentStems(owned, "en").filter((stem) => !NOT_OWNERS.has(stem))) };
}

/** Stems that are never the owner: "who runs Orbia now". */
const NOT_OWNERS = new Set("current currentli now today still new runs run lead head name day".split(" "));

function preferHolder(
  office: AskedOffice,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  publishedOf: (piece: number) => string | undefined,
): ByTime {
  const statements = ranked.flatMap((scored) => readStatement(scored, pages, office, publishedOf) ?? []);
  const answer = statements.find(({ scored }) => scored.contradictions.length === 0);
  const best = ranked.find(({ page, sentence }) => pages[page]?.sentences[sentence]?.quote != null);
  if (answer === undefined || best === undefined || answer.date === null) return { ranked, conflict: null };
  const { date } = answer;
  const holders = findHolders(answer.whole, office);
  if (holders.length === 0) return { ranked, conflict: null };
  const newer = statements
    .filter((one) => one.date !== null && one.date > date && endsTenure(one, holders))
    .toSorted((one, other) => compareDates(other.date, one.date));
  const newest = newer[0] ?? answer;
  const older = statements.filter(
    (one) =>
      one.kind === "holds" &&
      compareDates(one.date, newest.date) < 0 &&
      one.date !== null &&
      endsTenure(newest, findHolders(one.whole, office)),
  );
  const [replaced] = newest === answer ? older : [answer];
  if (replaced === undefined) return { ranked, conflict: null };
  return {
    ranked: putFirst(newest.scored, best.score, new Set(older.map(({ scored }) => scored)), ranked),
    conflict: {
      newer: { piece: newest.piece, date: newest.date },
      older: { piece: replaced.piece, date: replaced.date },
    },
  };
}

function compareDates(one: string | null, other: string | null): number {
  return (one ?? "") < (other ?? "") ? -1 : Number((one ?? "") > (other ?? ""));
}

/** Returns whether a newer statement says that these holders left, or that someone else holds the office. */
function endsTenure({ kind, whole, scored }: Statement, holders: readonly string[]): boolean {
  if (holders.length === 0) return false;
  if (kind === "leaves") return mentionsHolder(whole, holders);
  const isOther = !findProperNames(whole).some((name) => {
    const isTheirs = findIdentifyingWords(name.text).some((word) => holders.includes(word));
    return isTheirs && !OFFICES.going.test(whole.slice(Math.max(0, name.start - GOING_REACH), name.start));
  });
  return isOther && (kind === "takes" || scored.contradictions.length === 0);
}

const GOING_REACH = 24;

function mentionsHolder(text: string, holders: readonly string[]): boolean {
  return tokenize(text).some(({ word }) => holders.includes(word));
}

/** Returns the last names of the people in a statement, without the owner of the office. */
function findHolders(text: string, { owner, names: offices }: AskedOffice): string[] {
  const plain = offices.reduce((rest, office) => rest.replace(new RegExp(office, "giu"), "·"), text);
  return findProperNames(plain).flatMap(({ text: name }) => {
    const words = findIdentifyingWords(name);
    const last = words.at(-1);
    const isOwner = listContentStems(name, "en").some((stem) => owner.has(stem));
    return last === undefined || isOwner || words.length < 2 ? [] : [last];
  });
}

function readStatement(
  scored: ScoredSentence,
  pages: readonly EvidencePage[],
  office: AskedOffice,
  publishedOf: (piece: number) => string | undefined,
): Statement | null {
  const page = pages[scored.page];
  const found = page?.sentences[scored.sentence];
  if (page === undefined || found?.quote == null) return null;
  const { text, quote, piece } = found;
  const place = office.names.flatMap((name) => name.exec(text)?.index ?? []).toSorted((a, b) => a - b)[0];
  if (place === undefined || !isOf(office.owner, `${page.title}. ${quote}`, text, place)) return null;
  const kind = OFFICES.takesOffice.test(text)
    ? "takes"
    : OFFICES.leavesOffice.test(text)
      ? "leaves"
      : "holds";
  const date = publishedOf(piece) ?? findLastYear(text);
  return { scored, text, whole: quote, piece, date, kind };
}

/** Matches another owner in the words after an office: "chief executive of the Halden Group". */
const OTHER_OWNER = /^[\p{L} ]{0,24}?\b(?:of|at|for)\s+(?:the\s+)?(\p{Lu}[\p{L}&.'’-]*)/u;
/** OWNER_BEFORE and HOLDER_AFTER match the words around an office: "Nvidia CEO Jensen Huang said …". */
const OWNER_BEFORE = /(\p{Lu}[\p{L}&]*)(?:['’]s)?\s(?:\p{Ll}+\s)?$/u;
const HOLDER_AFTER = /^[\p{L}-]+(?: [Ee]xecutive)?(?: [Oo]fficer)? \p{Lu}/u;

/** Returns whether the office at `place` belongs to the owner asked about and not to another. */
function isOf(owner: ReadonlySet<string>, whole: string, text: string, place: number): boolean {
  if (owner.size === 0) return true;
  const isOwner = (name: string) => listContentStems(name, "en").some((stem) => owner.has(stem));
  if (!isOwner(whole)) return false;
  const after = OTHER_OWNER.exec(text.slice(place))?.[1];
  if (after !== undefined) return isOwner(after);
  const before = OWNER_BEFORE.exec(text.slice(0, place))?.[1];
  return before === undefined || !HOLDER_AFTER.test(text.slice(place)) || isOwner(before);
}

function findLastYear(text: string): string | null {
  return (
    Array.from(text.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/gu), ([year]) => year)
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * Returns the sentences with `first` before all others, with at least `score`, and with outdated ones marked.
 */
export function putFirst(
  first: ScoredSentence,
  score: number,
  outdated: ReadonlySet<ScoredSentence>,
  ranked: readonly ScoredSentence[],
): ScoredSentence[] {
  const top = { ...first, score: Math.max(first.score, score), contradictions: [] };
  const rest = ranked.filter((one) => one !== first && !outdated.has(one));
  const marked = ranked
    .filter((one) => one !== first && outdated.has(one))
    .map((one) => ({ ...one, contradictions: [...one.contradictions, "outdated" as const] }));
  return [top, ...rest, ...marked];
}

/**
 * Puts a death first if the question presumes that the person is alive. Returns null if no page reports a
 * death.
 */
function preferDeath(
  subject: string,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  publishedOf: (piece: number) => string | undefined,
): ByTime | null {
  const last = findIdentifyingWords(subject).at(-1) ?? "";
  const read = ranked.flatMap((scored) => {
    const found = pages[scored.page]?.sentences[scored.sentence];
    return found?.quote == null ? [] : [{ scored, text: found.text, piece: found.piece }];
  });
  const death = read.find(({ text }) => tellsDeath(text, last));
  if (death === undefined) return null;
  const living = read.filter(
    (one) => one !== death && OFFICES.tellsLiving.test(one.text) && !tellsDeath(one.text, last),
  );
  const outdated = new Set(living.map(({ scored }) => scored));
  const best = Math.max(MIN_DEATH_SCORE, ...read.map(({ scored }) => scored.score));
  const dated = (piece: number) => ({ piece, date: publishedOf(piece) ?? null });
  const [older] = living;
  return {
    ranked: putFirst(death.scored, best, outdated, ranked),
    conflict: older === undefined ? null : { newer: dated(death.piece), older: dated(older.piece) },
  };
}

/** Minimum score of a death, which answers in any wording whether someone is alive. */
const MIN_DEATH_SCORE = 0.5;

/** Matches what may come between a name and its verb: "Ada Orr, who has died aged 95, …". */
const BEFORE_VERB = /^\s*(?:\([^()]*\))?,?\s*(?:who\b\s*)?(?:(?:has|had)\b\s*)?(?:\p{Ll}+ly\s*)?$/u;

function tellsDeath(text: string, last: string): boolean {
  const isTheirs = (at: number, mayBeFar: boolean) => {
    const { before, name } = findNearestName(text, at);
    if (name === null) return mayBeFar && /^(?:he|she)\b/iu.test(before);
    const isNear =
      mayBeFar || BEFORE_VERB.test(before.slice(before.lastIndexOf(name.text) + name.text.length));
    return isNear && findIdentifyingWords(name.text).includes(last);
  };
  return (
    findLifeFacts(text).some(({ event, start }) => event === "death" && isTheirs(start, true)) ||
    Array.from(text.matchAll(OFFICES.tellsDeath)).some(({ index }) => isTheirs(index, false))
  );
}
