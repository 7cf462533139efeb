import { cutText } from "@plumbline/core/text/unicode.ts";
import { asksForNewest } from "../lexicon/relative-time.ts";
import { listContentStems } from "../lexicon/stems.ts";
import type { Question } from "../question/question.ts";
import { findIdentifyingWords } from "../text/name-mentions.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { findRegistrableDomain } from "./citations.ts";
import type { EvidenceQuote } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { findLifeFacts, type LifeEvent, type LifeFact } from "./identity/life-facts.ts";
import { findNearestName } from "./identity/person-words.ts";
import { middlesConflict } from "./identity/ties.ts";
import type { TimeConflict } from "./newest-statements.ts";
import { type ResearchOutcome, readDomain, type UnverifiedNote } from "./outcome.ts";

const STALE_AFTER_YEARS = 2;

/**
 * Returns reasons to doubt the cited evidence: conflicts, its age, and snippets that were left out.
 * `leftOut` is the number of snippets that may be about a namesake; `now` is in milliseconds since the epoch.
 * `evidence` is in the order of the citations.
 */
export function noteDoubts(
  question: Question,
  evidence: readonly EvidenceQuote[],
  leftOut: number,
  now: number,
): UnverifiedNote[] {
  return [
    ...noteConflicts(evidence),
    ...noteStaleness(question, evidence, now),
    ...noteNamesakes(question.subjects[0] ?? null, leftOut),
  ];
}

/** Notes that all claims are quoted from one site. `sections` has one entry per domain. */
export function noteSingleSource(sections: ResearchOutcome["sections"]): UnverifiedNote[] {
  const sources = new Set(sections.map(({ heading }) => findRegistrableDomain(heading)));
  if (sources.size !== 1) return [];
  return [
    { kind: "single_source", text: `Everything quoted comes from one source, ${[...sources].join()}.` },
  ];
}

/** Notes that the newest dated page is years old, although the question is about the present. */
function noteStaleness(
  { text: query, language }: Question,
  evidence: readonly EvidenceQuote[],
  now: number,
): UnverifiedNote[] {
  const newest = evidence
    .flatMap(({ published }) => published ?? [])
    .toSorted()
    .at(-1);
  if (newest === undefined || !asksForNewest(query, language)) return [];
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - STALE_AFTER_YEARS);
  if (newest >= limit.toISOString().slice(0, 10)) return [];
  const index = evidence.findIndex(({ published }) => published === newest);
  const text = `The question is about the present, but the newest dated page cited is from ${newest}.`;
  return [{ kind: "stale", text, citation_index: index }];
}

function noteNamesakes(subject: string | null, leftOut: number): UnverifiedNote[] {
  if (subject === null || leftOut === 0) return [];
  const snippets = leftOut === 1 ? "1 snippet was" : `${leftOut} snippets were`;
  const text = `${snippets} left out because they may be about another ${subject}.`;
  return [{ kind: "possible_namesake", text: leftOut === 1 ? text.replace("they", "it") : text }];
}

interface StatedYear {
  /** The first and last word of the name, folded: the same for "Ada Lovelace" and "Ada King Lovelace". */
  key: string;
  name: string;
  event: LifeEvent;
  year: number;
  index: number;
  middles: string[];
}

/**
 * Maximum number of characters between a name and what is stated about it. Other spellings in brackets fit in
 * between.
 */
const NAME_REACH = 60;

/**
 * Returns the name that a stated year belongs to: the last one in its sentence before the statement. Returns
 * null for "He was born …".
 */
function findFactSubject(text: string, fact: LifeFact): string | null {
  const { before, name } = findNearestName(text, fact.start);
  if (name === null || before.length - name.end > NAME_REACH) return null;
  return fact.event !== "founding" && findIdentifyingWords(name.text).length < 2 ? null : name.text;
}

function readStatedYears(snippet: EvidenceQuote, index: number): StatedYear[] {
  return findLifeFacts(snippet.text).flatMap((fact) => {
    const name = findFactSubject(snippet.text, fact);
    if (name === null) return [];
    const words = findIdentifyingWords(name);
    const key = `${words[0] ?? ""} ${words.at(-1) ?? ""}`;
    return [{ key, name, event: fact.event, year: fact.year, index, middles: words.slice(1, -1) }];
  });
}

/**
 * Notes that two snippets give different years of birth, death or founding for the same name: one note for
 * each year that differs from the first one. Compares only years that a snippet states for the event itself,
 * never another year in its text.
 */
export function noteConflicts(snippets: readonly EvidenceQuote[]): UnverifiedNote[] {
  const first = new Map<string, StatedYear>();
  const noted = new Set<string>();
  const notes: UnverifiedNote[] = [];
  for (const stated of snippets.flatMap(readStatedYears)) {
    const eventKey = `${stated.event} ${stated.key}`;
    const earlier = first.get(eventKey);
    if (earlier === undefined) {
      first.set(eventKey, stated);
      continue;
    }
    const difference = `${eventKey} ${stated.year}`;
    if (earlier.year === stated.year || earlier.index === stated.index || noted.has(difference)) continue;
    if (middlesConflict(earlier.middles, stated.middles)) continue;
    noted.add(difference);
    notes.push({
      kind: "conflict",
      text: `Sources disagree on the year of ${stated.event} of ${earlier.name}: ${earlier.year} and ${stated.year}.`,
      citation_index: stated.index,
    });
  }
  return notes;
}

/**
 * Notes that a newer source supersedes an older one, because it names a later holder of an office or reports
 * a death. `citationOf` returns the index of a piece's citation, or -1.
 */
export function noteTimeConflict(
  conflict: TimeConflict | null,
  evidence: readonly EvidenceQuote[],
  citationOf: (piece: number) => number,
): UnverifiedNote[] {
  if (conflict === null) return [];
  const { newer, older } = conflict;
  const index = citationOf(newer.piece);
  const describe = ({ piece, date }: TimeConflict["newer"]) =>
    `${evidence[piece]?.domain ?? "one"}${date === null ? "" : ` (${date})`}`;
  const text = `Sources differ by time: what ${describe(newer)} says ends what ${describe(older)} says.`;
  return [{ kind: "conflict", text, ...(index < 0 ? {} : { citation_index: index }) }];
}

const MAX_NOTES = 3;
const MAX_QUOTE_LENGTH = 300;

/** Minimum share of the question's words that a related quote and its page's title must contain. */
const MIN_SHARED = 0.5;

/**
 * Returns the quotes that come closest to an answer, to be shown with a refusal. If the question asks about
 * nobody, a quote must share words with it. Otherwise all `pages` are about the person asked about.
 */
export function noteRelatedQuotes(
  { text, subjects, language }: Pick<Question, "text" | "subjects" | "language">,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): UnverifiedNote[] {
  const asked = new Set(listContentStems(text, language ?? "en"));
  const isRelated = (quote: string, title: string) => {
    const said = new Set(listContentStems(`${title} ${quote}`, language ?? "en"));
    const shared = [...asked].filter((stem) => said.has(stem)).length;
    return shared > 0 && shared >= MIN_SHARED * asked.size;
  };
  const quotes = new Map<string, string>();
  for (const { page, sentence } of ranked) {
    const { url = "", title = "", sentences = [] } = pages[page] ?? {};
    const quote = sentences[sentence]?.quote;
    if (quote == null || quotes.has(quote)) continue;
    if (subjects.length === 0 && !isRelated(quote, title)) continue;
    quotes.set(quote, readDomain(url));
    if (quotes.size === MAX_NOTES) break;
  }
  return Array.from(quotes, ([quote, domain]) => ({
    kind: "related",
    text: `${domain} says: “${cutText(quote, MAX_QUOTE_LENGTH)}”`,
  }));
}
