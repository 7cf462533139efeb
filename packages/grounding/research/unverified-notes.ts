import { cutText } from "@plumbline/core/text/unicode.ts";
import { asksForNewest } from "../lexicon/relative-time.ts";
import { listContentStems } from "../lexicon/stems.ts";
import type { Question } from "../question/question.ts";
import { findIdentifyingWords } from "../text/name-mentions.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { findRegistrableDomain } from "./citations.ts";
import type { EvidenceQuote, Snippet } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { findLifeFacts, type LifeEvent, type LifeFact } from "./identity/life-facts.ts";
import { findNearestName } from "./identity/person-words.ts";
import { middlesConflict } from "./identity/ties.ts";
import type { TimeConflict } from "./newest-statements.ts";
import { type ResearchOutcome, readDomain, type UnverifiedNote } from "./outcome.ts";

const STALE_AFTER_YEARS = 2;

/**
 * Returns what the reader should know of the cited evidence though no claim says it. `leftOut` is how many
 * snippets may be about a namesake; `now` is in milliseconds since the epoch. Indexes point into `evidence`,
 * which is in the order of the citations.
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

/** Notes that all claims are quoted from one site; `sections` are grouped by domain. */
export function noteSingleSource(sections: ResearchOutcome["sections"]): UnverifiedNote[] {
  const sources = new Set(sections.map(({ heading }) => findRegistrableDomain(heading)));
  if (sources.size !== 1) return [];
  return [
    { kind: "single_source", text: `Everything quoted comes from one source, ${[...sources].join()}.` },
  ];
}

/**
 * Notes that a question about the present is answered by pages of which the newest dated one is years old.
 */
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
 * Limits how far a name may stand before what is stated of it; a bracket of other spellings fits in between.
 */
const NAME_REACH = 60;

/**
 * Whose year it is: the last name of the sentence before the statement. "He was born …" names nobody and is
 * left out.
 */
function findFactSubject(text: string, fact: LifeFact): string | null {
  const { before, name } = findNearestName(text, fact.start);
  if (name === null || before.length - name.end > NAME_REACH) return null;
  return fact.event !== "founding" && findIdentifyingWords(name.text).length < 2 ? null : name.text;
}

function readStatedYears(snippet: Snippet, index: number): StatedYear[] {
  return findLifeFacts(snippet.text).flatMap((fact) => {
    const name = findFactSubject(snippet.text, fact);
    if (name === null) return [];
    const words = findIdentifyingWords(name);
    const key = `${words[0] ?? ""} ${words.at(-1) ?? ""}`;
    return [{ key, name, event: fact.event, year: fact.year, index, middles: words.slice(1, -1) }];
  });
}

/**
 * Returns the years of birth, death or founding on which two snippets disagree about the same name: one note
 * for each year that differs from the first one given. Only years that a snippet states for the event itself
 * are compared, never another year in its text.
 */
export function noteConflicts(snippets: readonly Snippet[]): UnverifiedNote[] {
  const first = new Map<string, StatedYear>();
  const noted = new Set<string>();
  const notes: UnverifiedNote[] = [];
  for (const stated of snippets.flatMap(readStatedYears)) {
    const slot = `${stated.event} ${stated.key}`;
    const earlier = first.get(slot);
    if (earlier === undefined) {
      first.set(slot, stated);
      continue;
    }
    const difference = `${slot} ${stated.year}`;
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
 * Notes that a newer source ends what an older one says: the newest holder of an office, or a death.
 * `citationOf` gives the citation of a piece of evidence, or -1.
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

/** Where nobody is asked about, this share of the question's words tells that a quote is on its matter. */
const MIN_SHARED = 0.5;

/**
 * Returns what was found though it does not answer: the nearest quotes, for the reader of a refusal. Pages
 * about a person are chosen before; of others only the quotes are told that have words of the question.
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
