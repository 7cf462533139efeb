import { isOrderInTitle } from "../../lexicon/orders.ts";
import { splitWords } from "../../text/tokens.ts";
import type { SearchHit } from "../backends/search-backend.ts";
import { readDomain } from "../outcome.ts";
import { dropBoilerplate, dropLeadingDate, joinPieces } from "./page-furniture.ts";
import { dropMarkdown } from "./page-markdown.ts";

/** One clean quote from a page, before its relevance is known. `domain` is the host name without `www.`. */
export interface EvidenceQuote {
  url: string;
  title: string;
  text: string;
  domain: string;
  /** ISO date (YYYY-MM-DD), if the backend knew it. */
  published?: string | undefined;
}

const MAX_EVIDENCE = 20;
/**
 * Minimum length of a snippet in characters. Shorter ones ("Read more") contain nothing to cite. Chinese,
 * Japanese and Korean characters count twice.
 */
const MIN_SNIPPET_LENGTH = 20;
const WIDE_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Returns the quotes of all hits as clean text, in the backend's order, without duplicates. All quotes of a
 * page get the title of its first hit, because they are read as one text. A title that gives an order to the
 * model is replaced by the domain.
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
  return deduplicate(quoted.filter(({ text }) => measureLength(text) >= MIN_SNIPPET_LENGTH));
}

function measureLength(text: string): number {
  return text.length + (text.length < MIN_SNIPPET_LENGTH ? (text.match(WIDE_CHARACTER)?.length ?? 0) : 0);
}

/**
 * Limits the evidence to what can be cited, in order. Takes every page's first quote before any page's
 * second, so that one page does not crowd out the others.
 */
export function limitEvidence(evidence: readonly EvidenceQuote[]): EvidenceQuote[] {
  const seen = new Map<string, number>();
  const ranked = evidence.map((piece) => {
    const rank = seen.get(piece.url) ?? 0;
    seen.set(piece.url, rank + 1);
    return { piece, rank };
  });
  const kept = new Set(ranked.toSorted((one, other) => one.rank - other.rank).slice(0, MAX_EVIDENCE));
  return ranked.filter((one) => kept.has(one)).map(({ piece }) => piece);
}

const SHINGLE_WORDS = 5;
/** Minimum share of common 5-word sequences for two texts to count as the same statement. */
const MIN_SAME_SHARE = 0.9;

interface Fingerprint {
  normalised: string;
  shingles: ReadonlySet<string>;
}

function createFingerprint(text: string): Fingerprint {
  const sequence = splitWords(text);
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE_WORDS <= sequence.length; at += 1) {
    shingles.add(sequence.slice(at, at + SHINGLE_WORDS).join(" "));
  }
  return { normalised: sequence.join(" "), shingles };
}

/** Returns whether one text contains all words of the other in a row. */
function containsRun(whole: Fingerprint, part: Fingerprint): boolean {
  for (const shingle of part.shingles) if (!whole.shingles.has(shingle)) return false;
  return ` ${whole.normalised} `.includes(` ${part.normalised} `);
}

/**
 * Returns whether two texts make the same statement. The share refers to the longer text, so that a short
 * quote does not replace a longer one.
 */
function isSameStatement(left: Fingerprint, right: Fingerprint): boolean {
  if (left.normalised === right.normalised) return true;
  const larger = Math.max(left.shingles.size, right.shingles.size);
  const smaller = Math.min(left.shingles.size, right.shingles.size);
  if (smaller < MIN_SAME_SHARE * larger || larger === 0) return false;
  let allowedMisses = left.shingles.size - MIN_SAME_SHARE * larger;
  for (const shingle of left.shingles) {
    if (!right.shingles.has(shingle)) allowedMisses -= 1;
    if (allowedMisses < 0) return false;
  }
  return true;
}

/**
 * Removes items whose text repeats another's. Of two similar texts, keeps the first. Of two quotes from one
 * page, keeps the longer if it contains the other.
 */
export function deduplicate<Item extends { text: string; url: string }>(items: readonly Item[]): Item[] {
  const fingerprinted = items.map((item) => ({ item, fingerprint: createFingerprint(item.text) }));
  const kept: typeof fingerprinted = [];
  for (const one of fingerprinted) {
    const isIncluded = fingerprinted.some(
      (other) =>
        other !== one &&
        other.item.url === one.item.url &&
        other.fingerprint.normalised.length > one.fingerprint.normalised.length &&
        containsRun(other.fingerprint, one.fingerprint),
    );
    if (!isIncluded && !kept.some((other) => isSameStatement(other.fingerprint, one.fingerprint)))
      kept.push(one);
  }
  return kept.map(({ item }) => item);
}

/**
 * Cleans a search result's text for citing, hashing and quoting. Keeps the running text, without Markdown,
 * tables, menus, buttons and the date that search engines put first. `[...]` marks omissions in the middle. A
 * text cut off within a sentence keeps its dots, so that the sentence is not quoted as complete. `raw` is
 * plain text or Markdown from which `cleanLines` has removed tags and entities. Cleaning twice changes
 * nothing.
 */
export function cleanSnippet(raw: string): string {
  const parts = dropMarkdown(raw)
    .split(CUT_MARK)
    .flatMap((part) => part.split(SENTENCE_GAP));
  const pieces = parts.flatMap(splitAtBars).flatMap(splitNumberedList);
  const [first = "", ...others] = pieces;
  return joinPieces([dropLeadingDate(first), ...others].map(dropBoilerplate)).replace(LEADING_DOTS, "");
}

/** Matches omission marks in the raw text, and the bullets of a list that was put on one line. */
const CUT_MARK = /\s*\[(?:\.\.\.|…)\]\s*|\s[•▪●■►▶◆✓✔➤](?=\s)/u;
/** Matches dots between two sentences or at the end, where a search engine omitted whole sentences. */
const SENTENCE_GAP =
  /(?<=[.!?؟۔।]["'”’»)\]]?)\s+(?:\.{3}|…)(?=\s+["'“‘«(¿¡]*[\p{Lu}\p{Lo}\p{N}]|\s*$)|(?<=[。！？][」』”’）]?)\s*(?:\.{3}|…+)(?=\s*[\p{L}\p{N}]|\s*$)/u;
const LEADING_DOTS = /^(?:\.\.\.|…)\s*/;

/** Matches a bar used as a separator. Without spaces between letters, it is mathematics. */
const SEPARATOR_BAR = /\s\|\s?|\|\s|^\||\|$/;
const BREADCRUMB = /\s(?:›|»|>|→|::)\s/;
const MIN_WORDS = 6;

/**
 * Splits a text at bars and arrows, and keeps the parts that contain a sentence. Drops table cells,
 * breadcrumbs and menus. If no part is a sentence, returns the text unchanged: it is read, but not quoted.
 */
function splitAtBars(piece: string): string[] {
  const hasBreadcrumb = BREADCRUMB.test(piece) && !piece.includes("«");
  if (!SEPARATOR_BAR.test(piece) && !hasBreadcrumb) return [piece];
  const cells = piece
    .split(SEPARATOR_BAR)
    .flatMap((cell) => (hasBreadcrumb ? cell.split(BREADCRUMB) : [cell]));
  const kept = cells.filter(containsSentence);
  return kept.length > 0 ? kept : [piece];
}

function containsSentence(cell: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(cell)) return /[。！…]/u.test(cell) && cell.length > 8;
  const words = cell.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return /[.!؟…]["'”’)]*(?:\s|$)/u.test(cell) && words >= MIN_WORDS;
}

const FIRST_TWO_ITEMS = /(?:^|[:.;!?)]\s)1[.)]\s.{1,600}?[:.;!?)]\s2[.)]\s/u;
const ITEM_NUMBER = /(?<=^|[:.;!?)])\s*\d{1,2}[.)]\s+(?=["“]?\p{Lu})/u;

/**
 * Splits a numbered list that was put on one line. Otherwise, its numbers would look like ends of sentences.
 */
function splitNumberedList(piece: string): string[] {
  return FIRST_TWO_ITEMS.test(piece) ? piece.split(ITEM_NUMBER) : [piece];
}
