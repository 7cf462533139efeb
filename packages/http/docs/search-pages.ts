import MiniSearch from "minisearch";
import { type GuideSection, type RenderedPage, splitIntoSections } from "./pages.ts";

/** A section that matches a search, with an excerpt around the first match. */
export interface SearchResult extends Pick<GuideSection, "page" | "anchor" | "title" | "heading"> {
  before: string;
  match: string;
  after: string;
}

const MAX_RESULTS = 20;
/** Number of characters shown on each side of a match. */
const CONTEXT_CHARACTERS = 90;

/**
 * Creates a search function that finds sections by words, best matches first. A section may lack one of three
 * or more words. Also matches prefixes, and long words with one typo.
 */
export function createSearch(pages: readonly RenderedPage[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<GuideSection>({
    fields: ["title", "heading", "text"],
    storeFields: ["page", "anchor", "title", "heading", "text"],
    tokenize: splitIntoWords,
    searchOptions: {
      boost: { title: 3, heading: 4 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 5 ? 0.2 : false),
      combineWith: "OR",
    },
  });
  index.addAll(pages.flatMap(splitIntoSections));
  return (query) => {
    const words = selectSearchWords(query);
    const needed = words.length > 2 ? words.length - 1 : words.length;
    return index
      .search(query, { tokenize: () => words })
      .filter(({ queryTerms }) => queryTerms.length >= needed)
      .toSorted((one, other) => other.queryTerms.length - one.queryTerms.length)
      .slice(0, MAX_RESULTS)
      .map((result) => {
        const { page, anchor, title, heading, text } = result as unknown as GuideSection;
        return { page, anchor, title, heading, ...createExcerpt(text, result.terms) };
      });
  };
}

const WORD = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu;

/** Splits text into words. Indexes names such as `research_ambiguous_name` both whole and by part. */
function splitIntoWords(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) =>
    word.includes("_") ? [word, ...word.split("_")] : [word],
  );
}

const FUNCTION_WORDS = new Set(
  "a an and are can do does for how i in is it may of on or the to what which with".split(" "),
);

/** Returns the significant words of a query. Keeps a whole name as it is. */
function selectSearchWords(query: string): string[] {
  const words = query.match(WORD) ?? [];
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** Returns the passage with the most of the words. */
function createExcerpt(
  text: string,
  words: readonly string[],
): Pick<SearchResult, "before" | "match" | "after"> {
  const small = text.toLowerCase();
  const countNear = (at: number) => {
    const around = small.slice(Math.max(0, at - CONTEXT_CHARACTERS), at + CONTEXT_CHARACTERS);
    return words.filter((word) => around.includes(word)).length;
  };
  const places = Array.from(small.matchAll(WORD)).flatMap(({ 0: found, index }) =>
    words
      .filter((word) => found.includes(word))
      .map((word) => {
        const at = index + found.indexOf(word);
        return { at, length: word.length, near: countNear(at) };
      }),
  );
  const [{ at, length } = { at: 0, length: 0 }] = places.toSorted(
    (one, other) => other.near - one.near || other.length - one.length || one.at - other.at,
  );
  const from = Math.max(0, at - CONTEXT_CHARACTERS);
  const to = at + length + CONTEXT_CHARACTERS;
  return {
    before: `${from > 0 ? "…" : ""}${text.slice(from, at)}`,
    match: text.slice(at, at + length),
    after: `${text.slice(at + length, to)}${to < text.length ? "…" : ""}`,
  };
}
