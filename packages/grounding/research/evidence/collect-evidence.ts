import { isOrderInTitle } from "../../lexicon/orders.ts";
import { splitWords } from "../../text/tokens.ts";
import type { SearchHit } from "../backends/search-backend.ts";
import { readDomain } from "../outcome.ts";
import { dropFurniture, dropLeadingDate, joinPieces } from "./page-furniture.ts";
import { dropMarkdown } from "./page-markdown.ts";

/** One clean quote of one page, before its relevance is known. */
export interface EvidenceQuote extends Snippet {
  /** ISO date (YYYY-MM-DD), if the backend knew it. */
  published?: string | undefined;
}

const MAX_EVIDENCE = 20;
/**
 * Minimum length of a snippet, in letters. Shorter ones ("Read more") contain nothing to cite. A Chinese or
 * Japanese character counts twice.
 */
const MIN_SNIPPET_LENGTH = 20;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Returns the hits' text, one clean piece per quote, in the backend's order. Duplicates count once. A page
 * found twice keeps its first title, because its quotes are read as one text. A title that gives an order
 * becomes the domain.
 */
export function collectEvidence(hits: readonly SearchHit[]): EvidenceQuote[] {
  const titles = new Map(
    hits.toReversed().map(({ url, title }) => [url, isOrderInTitle(title) ? readDomain(url) : title]),
  );
  const quoted = hits.flatMap(({ url, quotes, published }) => {
    const title = titles.get(url) ?? "";
    return quotes.map((quote) => ({
      url,
      title,
      text: cleanSnippet(quote),
      domain: readDomain(url),
      published,
    }));
  });
  return deduplicate(quoted.filter(({ text }) => lengthOf(text) >= MIN_SNIPPET_LENGTH));
}

function lengthOf(text: string): number {
  return text.length + (text.length < MIN_SNIPPET_LENGTH ? (text.match(WIDE)?.length ?? 0) : 0);
}

/**
 * Returns as much evidence as can be cited, in order. If there is too much, every page's first quote is kept
 * before any page's second, so that one page does not crowd out the others.
 */
export function limitEvidence(evidence: readonly EvidenceQuote[]): EvidenceQuote[] {
  const seen = new Map<string, number>();
  const placed = evidence.map((piece) => {
    const place = seen.get(piece.url) ?? 0;
    seen.set(piece.url, place + 1);
    return { piece, place };
  });
  const kept = new Set(placed.toSorted((one, other) => one.place - other.place).slice(0, MAX_EVIDENCE));
  return placed.filter((one) => kept.has(one)).map(({ piece }) => piece);
}

/**
 * One quote of one search result with clean text (see `cleanText`). `domain` is the host name without `www.`.
 */
export interface Snippet {
  url: string;
  title: string;
  text: string;
  domain: string;
}

const SHINGLE_WORDS = 5;
/** Share of common word 5-grams from which two texts are the same statement with a word changed. */
const SAME_SHARE = 0.9;

interface Fingerprint {
  normalised: string;
  shingles: ReadonlySet<string>;
}

function fingerprint(text: string): Fingerprint {
  const sequence = splitWords(text);
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE_WORDS <= sequence.length; at += 1) {
    shingles.add(sequence.slice(at, at + SHINGLE_WORDS).join(" "));
  }
  return { normalised: sequence.join(" "), shingles };
}

/**
 * Returns whether one text contains the other's words in a row, as with two quotes of one page of which the
 * longer includes the shorter.
 */
function holds(whole: Fingerprint, part: Fingerprint): boolean {
  for (const shingle of part.shingles) if (!whole.shingles.has(shingle)) return false;
  return ` ${whole.normalised} `.includes(` ${part.normalised} `);
}

/**
 * Returns whether two texts say the same. The share refers to the larger text, so that a short quote does not
 * replace a longer one.
 */
function saysTheSame(left: Fingerprint, right: Fingerprint): boolean {
  if (left.normalised === right.normalised) return true;
  const larger = Math.max(left.shingles.size, right.shingles.size);
  const smaller = Math.min(left.shingles.size, right.shingles.size);
  if (smaller < SAME_SHARE * larger || larger === 0) return false;
  let spare = left.shingles.size - SAME_SHARE * larger;
  for (const shingle of left.shingles) {
    if (!right.shingles.has(shingle)) spare -= 1;
    if (spare < 0) return false;
  }
  return true;
}

/**
 * Returns the items whose text says something new, in order. Of duplicates, keeps the first. Of two quotes of
 * one page, keeps the longer if it contains the other.
 */
export function deduplicate<Item extends { text: string; url: string }>(items: readonly Item[]): Item[] {
  const printed = items.map((item) => ({ item, print: fingerprint(item.text) }));
  const kept: typeof printed = [];
  for (const one of printed) {
    const held = printed.some(
      (other) =>
        other !== one &&
        other.item.url === one.item.url &&
        other.print.normalised.length > one.print.normalised.length &&
        holds(other.print, one.print),
    );
    if (!held && !kept.some((other) => saysTheSame(other.print, one.print))) kept.push(one);
  }
  return kept.map(({ item }) => item);
}

/**
 * Returns the text of a search result in the form for citing, hashing and quoting: its running text, without
 * Markdown, tables, menus, buttons and the date that search engines put first. `[...]` marks omissions in the
 * middle. A result cut off within a sentence keeps its dots, so that the last sentence is not quoted as
 * whole. `raw` is plain text or Markdown from which `cleanLines` has removed tags and entities. Clean text is
 * returned unchanged.
 */
export function cleanSnippet(raw: string): string {
  const parts = dropMarkdown(raw)
    .split(CUT)
    .flatMap((part) => part.split(GAP));
  const pieces = parts.flatMap(sentencesBetweenBars).flatMap(listItems);
  const [first = "", ...others] = pieces;
  return joinPieces([dropLeadingDate(first), ...others].map(dropFurniture)).replace(LEADING_DOTS, "");
}

/**
 * Matches marks of a truncated quote already in the text, and the bullets of a list that was put on one line.
 */
const CUT = /\s*\[(?:\.\.\.|…)\]\s*|\s[•▪●■►▶◆✓✔➤](?=\s)/u;
/**
 * Matches separate dots after the end of a sentence and before another one or the end of the text, where a
 * search engine omitted whole sentences.
 */
const GAP =
  /(?<=[.!?؟۔।]["'”’»)\]]?)\s+(?:\.{3}|…)(?=\s+["'“‘«(¿¡]*[\p{Lu}\p{Lo}\p{N}]|\s*$)|(?<=[。！？][」』”’）]?)\s*(?:\.{3}|…+)(?=\s*[\p{L}\p{N}]|\s*$)/u;
const LEADING_DOTS = /^(?:\.\.\.|…)\s*/;

/** Matches a bar as a separator. Between letters, it is mathematics. */
const BAR = /\s\|\s?|\|\s|^\||\|$/;
const BREADCRUMB = /\s(?:›|»|>|→|::)\s/;
const FEWEST_WORDS = 6;

/**
 * Returns the pieces between bars and arrows that contain a sentence, without table cells, breadcrumbs and
 * menus. If no piece is a sentence, returns the text unchanged, to be read but not quoted.
 */
function sentencesBetweenBars(piece: string): string[] {
  const isCrumbs = BREADCRUMB.test(piece) && !piece.includes("«");
  if (!BAR.test(piece) && !isCrumbs) return [piece];
  const cells = piece.split(BAR).flatMap((cell) => (isCrumbs ? cell.split(BREADCRUMB) : [cell]));
  const kept = cells.filter(holdsSentence);
  return kept.length > 0 ? kept : [piece];
}

function holdsSentence(cell: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(cell)) return /[。！…]/u.test(cell) && cell.length > 8;
  const words = cell.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return /[.!؟…]["'”’)]*(?:\s|$)/u.test(cell) && words >= FEWEST_WORDS;
}

const FIRST_TWO = /(?:^|[:.;!?)]\s)1[.)]\s.{1,600}?[:.;!?)]\s2[.)]\s/u;
const NUMBER_OF_ITEM = /(?<=^|[:.;!?)])\s*\d{1,2}[.)]\s+(?=["“]?\p{Lu})/u;

/**
 * Returns the items of a numbered list that was put on one line. Otherwise, the numbers would end their
 * sentences.
 */
function listItems(piece: string): string[] {
  return FIRST_TWO.test(piece) ? piece.split(NUMBER_OF_ITEM) : [piece];
}
